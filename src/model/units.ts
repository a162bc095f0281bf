/** Bytes in a decimal gigabyte (GB). */
export const bytesPerGB = 1e9;

/** Bytes in a binary gibibyte (GiB). */
export const bytesPerGiB = 2 ** 30;
