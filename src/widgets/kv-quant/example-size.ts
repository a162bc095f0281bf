/** Numbers of the example: all of them are counted, the first of them are drawn. */
export const exampleTokens = 64;
export const exampleChannels = 128;
export const windowTokens = 32;
export const windowChannels = 32;
