import { dims, heads, latent, none, type Row, state, testRows, windowed } from "./config-shapes.ts";

const rows: readonly Row[] = [
  [
    "delta attention, every fourth layer full",
    dims(8, 16, 2048, {
      ...{ num_key_value_heads: 2, head_dim: 256, full_attention_interval: 4 },
      ...{ linear_num_value_heads: 32, linear_num_key_heads: 16, linear_conv_kernel_dim: 4 },
      ...{ linear_key_head_dim: 128, linear_value_head_dim: 128 },
    }),
    [
      [6, state([32, 128, 128], [8192, 3])],
      [2, heads(2, 256)],
    ],
  ],
  [
    "KDA with MLA, layers counted from 1",
    dims(4, 32, 2304, {
      ...{ kv_lora_rank: 512, qk_rope_head_dim: 64 },
      linear_attn_config: {
        ...{ kda_layers: [1, 2, 3], full_attn_layers: [4] },
        ...{ head_dim: 128, num_heads: 32, short_conv_kernel_size: 4 },
      },
    }),
    [
      [3, state([32, 128, 128], [12_288, 3], { stateElementBytes: 4 })],
      [1, latent(512, 64)],
    ],
  ],
  [
    "a pattern of signs",
    {
      ...{ hybrid_override_pattern: "ME*-", num_attention_heads: 32, num_key_value_heads: 2 },
      ...{ head_dim: 128, hidden_size: 2688, mamba_num_heads: 64, mamba_head_dim: 64 },
      ...{ ssm_state_size: 128, n_groups: 8, conv_kernel: 4, mamba_ssm_cache_dtype: "float32" },
    },
    [
      [
        ...[1],
        state([64, 128, 64], [4096, 3], {
          convGroups: 8,
          groupChannels: 256,
          stateElementBytes: 4,
        }),
      ] as const,
      [2, none],
      [1, heads(2, 128)],
    ],
  ],
  [
    "Mamba with attention by period and offset",
    dims(16, 32, 4096, {
      ...{ num_key_value_heads: 8, attn_layer_period: 8, attn_layer_offset: 4 },
      ...{ mamba_d_state: 16, mamba_d_conv: 4, mamba_expand: 2 },
    }),
    [
      [14, state([8192, 16, 1], [8192, 3])],
      [2, heads(8, 128)],
    ],
  ],
  [
    "Mamba-2 with attention by index",
    dims(4, 32, 4096, {
      ...{ num_key_value_heads: 8, attn_layer_indices: [1], mamba_n_heads: 128 },
      ...{ mamba_d_head: "auto", mamba_d_state: 256, mamba_n_groups: 1, mamba_d_conv: 4 },
      mamba_expand: 2,
    }),
    [
      [3, state([128, 256, 64], [8192, 3], { convGroups: 1, groupChannels: 512 })],
      [1, heads(8, 128)],
    ],
  ],
  [
    "attention and Mamba-2 side by side in every layer",
    dims(3, 12, 2048, {
      ...{ num_key_value_heads: 2, head_dim: 128, mamba_d_ssm: 3072, mamba_n_heads: 24 },
      ...{ mamba_d_head: 128, mamba_d_state: 256, mamba_n_groups: 1, mamba_d_conv: 4 },
    }),
    [
      [3, heads(2, 128)],
      [3, state([24, 256, 128], [3072, 3], { convGroups: 1, groupChannels: 512 })],
    ],
  ],
  [
    "hybrid layers beside Mamba-2",
    dims(3, 32, 2560, {
      ...{ layers_block_type: ["mamba", "hybrid", "mamba"], attention_head_dim: 160 },
      ...{ n_mamba_heads: 80, mamba_headdim: 64, mamba_d_state: 64, mamba_ngroups: 2 },
      mamba_d_conv: 4,
    }),
    [
      [3, state([80, 64, 64], [5120, 3], { convGroups: 2, groupChannels: 128 })],
      [1, heads(32, 160)],
    ],
  ],
  [
    "short convolutions",
    dims(3, 32, 2048, { num_key_value_heads: 8, full_attn_idxs: [2], conv_L_cache: 3 }),
    [
      [2, state([0, 0, 0], [2048, 2])],
      [1, heads(8, 64)],
    ],
  ],
  [
    "lightning attention",
    dims(4, 64, 6144, {
      ...{ num_key_value_heads: 8, head_dim: 128, attn_type_list: [0, 0, 0, 1] },
    }),
    [
      [3, state([64, 128, 128], [0, 0])],
      [1, heads(8, 128)],
    ],
  ],
  [
    "a linear group, and full layers after the last whole one",
    dims(6, 16, 2048, { num_key_value_heads: 4, head_dim: 128, layer_group_size: 4 }),
    [
      [3, state([16, 128, 128], [0, 0])],
      [3, heads(4, 128)],
    ],
  ],
  [
    "a linear recurrence with local attention",
    dims(5, 10, 2560, {
      ...{ num_key_value_heads: 1, lru_width: 2560, conv1d_width: 4, attention_window_size: 2048 },
      block_types: ["recurrent", "recurrent", "attention"],
    }),
    [
      [4, state([2560, 1, 1], [2560, 3], { stateElementBytes: 4 })],
      [1, windowed(1, 256, 2048)],
    ],
  ],
  [
    "Mamba alone",
    { ...{ num_hidden_layers: 2, hidden_size: 2560, state_size: 16 }, conv_kernel: 4, expand: 2 },
    [[2, state([5120, 16, 1], [5120, 3])]],
  ],
  [
    "Mamba-2 alone",
    {
      ...{ num_hidden_layers: 2, hidden_size: 4096, num_heads: 128, head_dim: 64 },
      ...{ state_size: 128, n_groups: 8, conv_kernel: 4, expand: 2 },
    },
    [[2, state([128, 128, 64], [8192, 3], { convGroups: 8, groupChannels: 256 })]],
  ],
  [
    "the package's own file",
    { d_model: 2560, n_layer: 2, vocab_size: 50_277, ssm_cfg: {} },
    [[2, state([5120, 16, 1], [5120, 3])]],
  ],
  [
    "three values a channel",
    { num_hidden_layers: 2, hidden_size: 768, rescale_every: 6 },
    [[2, state([768, 3, 1], [768, 2], { stateElementBytes: 4 })]],
  ],
];

testRows(rows);
