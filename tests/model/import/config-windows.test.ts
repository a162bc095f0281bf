import { dims, heads, type Row, testRows, windowed } from "./config-shapes.ts";

const rows: readonly Row[] = [
  [
    "a plain window counts for all",
    dims(2, 8, 512, { sliding_window: 64 }),
    [[2, windowed(8, 64, 64)]],
  ],
  ["a window of 0 is none", dims(2, 8, 512, { sliding_window: 0 }), [[2, heads(8, 64)]]],
  [
    "a window that is switched off",
    dims(2, 8, 512, { sliding_window: 64, use_sliding_window: false }),
    [[2, heads(8, 64)]],
  ],
  [
    "a listed window that is switched off",
    dims(2, 8, 512, {
      ...{ sliding_window: 64, use_sliding_window: false },
      layer_types: ["sliding_attention", "full_attention"],
    }),
    [[2, heads(8, 64)]],
  ],
  [
    "windows from max_window_layers on",
    dims(4, 8, 512, { sliding_window: 64, use_sliding_window: true, max_window_layers: 3 }),
    [
      [3, heads(8, 64)],
      [1, windowed(8, 64, 64)],
    ],
  ],
  [
    "every n-th sees everything",
    dims(8, 8, 512, { sliding_window: 64, sliding_window_pattern: 3 }),
    [
      [6, windowed(8, 64, 64)],
      [2, heads(8, 64)],
    ],
  ],
  [
    "the pattern as letters; the last layer sees everything",
    dims(6, 8, 512, { sliding_window: 64, sliding_window_pattern: "LLLG" }),
    [
      [4, windowed(8, 64, 64)],
      [2, heads(8, 64)],
    ],
  ],
  [
    "capped scores alternate",
    dims(5, 8, 512, { sliding_window: 64, attn_logit_softcapping: 50 }),
    [
      [3, windowed(8, 64, 64)],
      [2, heads(8, 64)],
    ],
  ],
  [
    "a composite file that leaves its class's values out",
    {
      mm_tokens_per_image: 256,
      text_config: { hidden_size: 2560, num_hidden_layers: 34, sliding_window: 1024 },
      vision_config: dims(27, 16, 1152, { image_size: 896, patch_size: 14 }),
    },
    [
      [29, windowed(4, 256, 1024)],
      [5, heads(4, 256)],
    ],
  ],
  [
    "global and local in pairs",
    {
      ...{ num_layers: 4, num_heads: 4, hidden_size: 256, window_size: 32 },
      attention_types: [[["global", "local"], 2]],
    },
    [
      [2, heads(4, 64)],
      [2, windowed(4, 64, 32)],
    ],
  ],
  [
    "one window a layer, repeated",
    dims(8, 8, 512, { sliding_window: [null, 64, 64, 64] }),
    [
      [2, heads(8, 64)],
      [6, windowed(8, 64, 64)],
    ],
  ],
  [
    "chunks where there is RoPE, every fourth layer without",
    { text_config: dims(8, 8, 512, { attention_chunk_size: 64, no_rope_layers: [] }) },
    [
      [6, heads(8, 64, { chunkTokens: 64 })],
      [2, heads(8, 64)],
    ],
  ],
  [
    "chunks by the list",
    dims(3, 8, 512, { attention_chunk_size: 64, no_rope_layers: [1, 0, 1] }),
    [
      [2, heads(8, 64, { chunkTokens: 64 })],
      [1, heads(8, 64)],
    ],
  ],
];

testRows(rows);
