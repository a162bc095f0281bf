export const ko = {
  title: "적은 비트로 담은 K와 V",
  "param.source": "어떤 값을 볼까요",
  "option.source.outliers": "만든 예",
  "option.source.model": "작은 모델",
  "param.prompt": "모델이 읽을 글",
  "param.variant": "모델",
  "param.layer": "층",
  "unit.layer": "",
  "param.head": "헤드",
  "unit.head": "",
  "param.part": "담을 것",
  "option.part.k": "K",
  "option.part.v": "V",
  "param.rope": "K를 담는 때",
  "option.rope.before": "RoPE 전",
  "option.rope.after": "RoPE 후",
  "param.loudness": "튀는 정도",
  "unit.loudness": "배",
  "param.format": "형식",
  "option.format.int2": "int2",
  "option.format.int3": "int3",
  "option.format.int4": "int4",
  "option.format.int8": "int8",
  "option.format.nvfp4": "NVFP4",
  "option.format.fp8": "fp8 E4M3",
  "option.format.fp8-e5m2": "fp8 E5M2",
  "param.axis": "눈금값을 두는 방향",
  "option.axis.token": "토큰마다",
  "option.axis.channel": "채널마다",
  "param.group": "눈금값 하나를 나눠 쓰는 수",
  "unit.group": "개",
  "param.symmetric": "영점 없이: 0을 가운데 둔 코드",
  "param.token": "토큰",
  "unit.token": "번째",
  "param.channel": "채널",
  "unit.channel": "번째",
  "summary-k-token":
    "{format}에 눈금값을 토큰마다 두면 숫자 하나에 {bits}비트이고, 조용한 {part} 채널의 오차가 제 크기의 {own}, 헤드 출력의 오차가 {output}예요. 채널마다 두면 {other}와 {otherOutput}예요.",
  "summary-k-channel":
    "{format}에 눈금값을 채널마다 두면 숫자 하나에 {bits}비트이고, 조용한 {part} 채널의 오차가 제 크기의 {own}, 헤드 출력의 오차가 {output}예요. 토큰마다 두면 {other}와 {otherOutput}예요.",
  "summary-k-fp8":
    "{format}에서는 숫자끼리 눈금값을 나눠 쓰지 않아요. 다른 채널이 아무리 튀어도 조용한 {part} 채널의 오차는 제 크기의 {own}, 헤드 출력의 오차는 {output}이고, 숫자 하나에 {bits}비트예요.",
  "summary-v-token":
    "{format}에 눈금값을 토큰마다 두면 숫자 하나에 {bits}비트이고, {part}의 오차가 제 크기의 {own}, 헤드 출력의 오차가 {output}예요. 채널마다 두면 {other}와 {otherOutput}예요.",
  "summary-v-channel":
    "{format}에 눈금값을 채널마다 두면 숫자 하나에 {bits}비트이고, {part}의 오차가 제 크기의 {own}, 헤드 출력의 오차가 {output}예요. 토큰마다 두면 {other}와 {otherOutput}예요.",
  "summary-v-fp8":
    "{format}에서는 숫자끼리 눈금값을 나눠 쓰지 않아요. {part}의 오차는 제 크기의 {own}, 헤드 출력의 오차는 {output}이고, 숫자 하나에 {bits}비트예요.",
  "summary-empty": "아직 글이 없어서 {part}를 남길 토큰도 없어요.",
  "summary-model":
    "{layer}층 헤드 {head}의 {part}는 토큰마다 숫자가 {channels}개예요. 이 글이면 {tokens} × {channels}개를 {format}에 담으면 {bytes}, 숫자 하나에 {bits}비트예요. bf16이면 {bf16}예요.",
  "cells.k-before": "RoPE 전의 K",
  "cells.k-after": "RoPE 후의 K",
  "cells.v": "V",
  "cells.is": "{format}에서 꺼낸 값",
  "cells.error": "달라진 크기",
  "cells.token": "토큰",
  "cells.channel": "채널",
  "cells.scale": "눈금값",
  "cells.waiting": "16비트",
  "cells.above": "0보다 큰 값, 이만큼 이상",
  "cells.below": "0보다 작은 값(가는 줄), 크기가 이만큼 이상",
  "cells.error-key": "달라진 크기, 이만큼 이상",
  "cells.empty": "아직 실행하지 않았어요.",
  "cells.label-token":
    "{part}, 토큰 {rows}개와 채널 {columns}개. 원래 값과, 토큰마다 눈금값을 둔 {format}의 값. 오차 {error}.",
  "cells.label-channel":
    "{part}, 토큰 {rows}개와 채널 {columns}개. 원래 값과, 채널마다 눈금값을 둔 {format}의 값. 오차 {error}.",
  "cells.label-none":
    "{part}, 토큰 {rows}개와 채널 {columns}개. 원래 값과, 눈금값을 나눠 쓰지 않는 {format}의 값. 오차 {error}.",
  "cells.label-empty": "실행하기 전의 {part}, 토큰 {rows}개와 채널 {columns}개.",
  "levels.was": "원래 값",
  "levels.levels": "코드가 나타내는 값",
  "levels.fp8": "양 끝 사이에서 fp8이 나타내는 값",
  "levels.waiting": "이 토큰은 묶음이 차지 않아서 16비트로 기다려요.",
  "levels.title-empty": "눈금값을 나눠 쓰는 숫자들",
  "levels.title-token": "토큰 {token}, 채널 {from}–{to}",
  "levels.title-channel": "채널 {channel}, 토큰 {from}–{to}",
  "levels.scale": "숫자 {n}개가 눈금값 {scale} 하나를 나눠 써요",
  "levels.no-scale": "나눠 쓰는 눈금값이 없어요",
  "chosen-number":
    "토큰 {token}, 채널 {channel}: 원래 {was}, 꺼낸 값 {is}, 차이 {off}. 다른 칸을 누르면 그 숫자를 봐요.",
  "note.drag":
    "채널은 K를 이루는 숫자 하나의 자리예요. 어느 토큰에서든 같은 자리죠. 세모가 달린 튀는 채널은 모든 토큰에서 0과 멀어요. 넷 가운데 하나가 그림에 들어 있어요. 그림을 옆으로 끌면 더 튀거나 덜 튀어요.",
  "note.model":
    "한 줄이 글의 토큰 하나이고, 한 칸이 이 헤드가 그 토큰에 남기는 숫자 하나예요. 빠짐없이 그렸어요.",
  "note.rope-before":
    "RoPE를 하기 전에는 튀는 채널이 어디서나 한결같이 튀어요. 엔진은 대개 RoPE를 한 다음에 담아요. 바꿔 놓고 표에서 K 전체와 출력의 오차를 비교해 보세요.",
  "note.rope-after":
    "RoPE는 토큰의 위치만큼 채널 두 개를 함께 돌려요. 튀는 채널이 짝과 번갈아 출렁여서, 채널마다 둔 눈금값이 더 넓은 범위를 맡아요. 이 예에서는 한 짝이 둘 다 튀어요. 실제 헤드라면 조용하던 짝까지 튀게 돼요.",
  "note.v":
    "여기 V는 난수라서 채널이 다 비슷하고, 방향을 바꿔도 차이가 없어요. 실제 모델은 달라요. KIVI 논문에서 출력 오차는 V를 토큰마다 담으면 3.55, 채널마다 담으면 49.89였어요.",
  "note.fp8":
    "fp8은 숫자마다 지수가 따로 있어서 0 근처는 촘촘하고 멀리 갈수록 성겨요. 여기서는 지수 4비트, 가수 3비트(E4M3)에, 보정하지 않은 엔진처럼 눈금값이 1이에요.",
  "note.fp8-e5m2":
    "E5M2는 지수 5비트, 가수 2비트예요. 57,344까지 담는 대신 간격이 E4M3의 두 배예요. 여기서는 눈금값이 1이에요.",
  "note.nvfp4":
    "NVFP4는 숫자마다 4비트, 16개마다 fp8 눈금값 하나, 텐서 전체에 눈금값이 하나 더 있는데 여기서는 1이에요. 영점이 없어서 0에서 먼 채널은 코드의 절반을 못 써요.",
  "note.symmetric":
    "영점이 없으면 한 묶음이 가장 큰 숫자의 음수에서 양수까지 맡아야 해요. int2에는 눈금값의 −1배, 0, 1배만 남아요.",
  "note.waiting":
    "가장 새 토큰 {n}개는 16비트로 기다려요. 채널 방향의 눈금값은 토큰이 {group}개 모여야 정해지고, 뒤에 올 토큰을 미리 쓸 수는 없거든요.",
  "not-yet":
    "아직 실행하지 않았어요. 실행하면 모델({size})을 내려받아 글을 읽히고, 층과 헤드마다 캐시에 담을 값을 보여 줘요.",
  reading: "모델이 읽는 중",
  "run-of": "마지막으로 읽은 글은 “{prompt}”예요. 지금 글로 보려면 다시 실행하세요.",
  found:
    "{layer}층 헤드 {head}의 {part}를 {format}에 담으면 오차가 토큰마다 {token}(숫자당 {tokenBits}비트), 채널마다 {channel}({channelBits}비트)예요. 아래에서 고른 방향이면 헤드의 출력은 {output} 달라져요.",
  "found-waiting":
    "채널마다 담은 쪽에는 16비트로 기다려서 거의 틀리지 않는 토큰 {n}개도 들어 있어요. 글이 길수록 그 비율이 줄어요.",
  "found-fp8":
    "{layer}층 헤드 {head}의 {part}를 {format}에 담으면 오차가 {token}예요. 헤드의 출력은 {output} 달라져요.",
  loudest: "가장 튀는 채널이 중간 채널의 {times}배예요. 예로 든 값에서는 20배쯤이에요.",
  "no-latent": "MLA는 헤드마다 K와 V를 두지 않고 잠재 벡터를 담으니 여기서는 뺐어요.",
  "table-caption": "{format}에 담은 {part}: 헤드 하나, 토큰 {n}개, 숫자 {channels}개씩",
  "column.scales": "눈금값",
  "column.bits": "숫자당 비트",
  "column.bytes": "담은 크기",
  "column.k": "K의 오차",
  "column.v": "V의 오차",
  "column.quiet": "조용한 채널",
  "column.moved": "다른 토큰으로 간 어텐션",
  "column.output": "출력",
  "row.token": "토큰마다",
  "row.channel": "채널마다",
  "row.none": "없음",
  "row.bf16": "bf16",
  "counted-outliers":
    "토큰 {tokens}개, 채널 {channels}개(넷이 튀어요), 쿼리 {queries}개로 계산했고 그림에는 토큰과 채널을 32개씩 그렸어요. 오차는 차이의 길이(제곱을 더해 제곱근을 낸 값)를 원래 값의 길이로 나눈 거예요. 어텐션은 쿼리가 전과 다른 토큰에 준 몫이에요. 바이트는 실제로 담아서 센 길이예요.",
  "counted-outliers-v":
    "토큰 {tokens}개, 채널 {channels}개, 쿼리 {queries}개로 계산했고 그림에는 토큰과 채널을 32개씩 그렸어요. 오차는 차이의 길이(제곱을 더해 제곱근을 낸 값)를 원래 값의 길이로 나눈 거예요. 어텐션은 쿼리가 전과 다른 토큰에 준 몫이에요. 바이트는 실제로 담아서 센 길이예요.",
  "counted-model":
    "토큰 {tokens}개, 채널 {channels}개, 그 토큰들의 쿼리 {queries}개로 계산했어요. 쿼리는 뒤에 오는 토큰을 보지 않아요. 오차는 차이의 길이(제곱을 더해 제곱근을 낸 값)를 원래 값의 길이로 나눈 거예요. 어텐션은 쿼리가 전과 다른 토큰에 준 몫이에요. 바이트는 실제로 담아서 센 길이예요.",
  paper: "K와 V를 이렇게 보고한 논문이에요:",
} as const;
