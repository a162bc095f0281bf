export const ko = {
  title: "MLA: 펼쳐서 계산하기와 흡수해서 계산하기",
  "param.form": "계산하는 방법",
  "option.form.naive": "펼쳐서",
  "option.form.absorbed": "흡수해서",
  "param.rope": "RoPE로 돌리는 키",
  "option.rope.decoupled": "따로 둔 키",
  "option.rope.latent": "펼친 키",
  "param.dims": "층의 크기",
  "option.dims.v2": "V2",
  "option.dims.v2-lite": "V2-Lite",
  "option.dims.toy": "작은 층",
  "param.queries": "한 번에 묻는 쿼리 토큰",
  "unit.queries": "개",
  "param.tokens": "돌려 볼 글의 길이",
  "unit.tokens": "토큰",
  "layer.v2": "DeepSeek-V2의 한 층",
  "layer.v2-lite": "DeepSeek-V2-Lite의 한 층",
  "layer.toy": "작은 층",
  "way.kept": "펼쳐서 저장해 두기",
  "way.naive": "걸음마다 펼치기",
  "way.absorbed": "흡수",
  "summary.absorbed-decoupled":
    "{layer}에서 쿼리 토큰 {queries}개가 캐시 {context}토큰을 볼 때, 흡수하면 {bytes}를 읽고 {macs}을 계산해요. 걸음마다 펼치면 출력은 같고 계산은 {other}이에요.",
  "summary.naive-decoupled":
    "{layer}에서 쿼리 토큰 {queries}개가 캐시 {context}토큰을 볼 때, 걸음마다 펼치면 {bytes}를 읽고 {macs}을 계산해요. 흡수하면 출력은 같고 계산은 {other}이에요.",
  "summary.absorbed-latent":
    "RoPE로 펼친 키를 돌리면 흡수한 계산은 틀려요. {layer}에서 쿼리 토큰 {queries}개가 캐시 {context}토큰을 볼 때 {bytes}를 읽고 {macs}을 계산하지만, 나오는 것은 다른 출력이에요.",
  "summary.naive-latent":
    "RoPE로 펼친 키를 돌리면 펼쳐서 계산할 때만 맞아요. {layer}에서 쿼리 토큰 {queries}개가 캐시 {context}토큰을 볼 때 {bytes}를 읽고 {macs}을 계산해요.",
  "path.new": "새 토큰",
  "path.cached-token": "캐시에 든 토큰마다",
  "path.cached-alone": "숫자 {all}개",
  "path.cached": "{bytes} 저장",
  "path.expanded-naive": "이번에 펼침",
  "path.expanded-absorbed": "펼치지 않음",
  "path.obstacle": "토큰마다 다름",
  "path.pair": "쿼리와 캐시 토큰 한 쌍에 {pair} MAC",
  "path.wrong": "틀린 출력",
  "path.scale": "잠재 벡터, K, V는 같은 축척으로 그렸어요.",
  "path.label-naive-decoupled":
    "{layer}을 펼쳐서 계산하는 길. 토큰마다 저장하는 숫자는 {cached}개. 헤드마다 W_K와 W_V로 K와 V {values}개를 펼친 다음 쿼리와 견줘요. 한 쌍에 {pair} MAC.",
  "path.label-absorbed-decoupled":
    "{layer}을 흡수해서 계산하는 길. 토큰마다 저장하는 숫자는 {cached}개이고, K와 V {values}개로 펼치지 않아요. W_K는 쿼리에, W_V는 출력에 곱해요. 한 쌍에 {pair} MAC.",
  "path.label-naive-latent":
    "{layer}을 펼쳐서 계산하는 길. 토큰마다 저장하는 숫자는 {cached}개. K와 V {values}개로 펼친 다음 K를 RoPE로 돌려요. 한 쌍에 {pair} MAC.",
  "path.label-absorbed-latent":
    "{layer}을 흡수하려다 막힌 길. 토큰마다 저장하는 숫자는 {cached}개로 K와 V {values}개를 대신해요. 쿼리와 W_K 사이에 토큰마다 다른 회전 R_s가 끼어서 출력이 달라져요. 한 쌍에 {pair} MAC.",
  "path-note.naive-decoupled":
    "저장하는 것은 잠재 벡터 c예요. 헤드마다 있는 W_K와 W_V로 캐시 토큰을 하나하나 K와 V로 펼친 다음 쿼리와 견줘요. c 옆의 짧은 조각은 위치를 나르는 숫자 {dim}개예요. RoPE의 회전 R_s로 돌린 채 저장하고, 펼치지 않아요.",
  "path-note.absorbed-decoupled":
    "굵은 테두리가 자리를 옮긴 행렬이에요. W_K는 쿼리에, W_V는 섞은 결과에 한 번만 곱해요. 캐시는 펼치지 않고, 저장한 잠재 벡터 c를 키로도 값으로도 써요. RoPE의 회전 R_s는 따로 둔 숫자 {dim}개에만 걸려 있어서 W_K를 막지 않아요.",
  "path-note.naive-latent":
    "위치를 나르는 조각이 따로 없어요. 대신 펼친 K를 토큰의 위치만큼 R_s로 돌려요. 펼친 다음에 돌리니까 결과는 맞아요.",
  "path-note.absorbed-latent":
    "W_K를 쿼리 쪽으로 옮기면 R_s도 쿼리와 W_K 사이로 와요. R_s는 캐시 토큰마다 다른데 쿼리는 하나뿐이라, 흡수한 계산은 R_s를 빼고 지나가요. 첫 토큰만은 맞아요. 위치 0에서는 회전각이 0이라 빼도 그대로거든요. 아래에서 글을 1토큰으로 줄여 돌려 보세요.",
  mac: "MAC은 곱해서 더하기 한 번이에요. 앞에 붙은 M, G, T는 100만, 10억, 1조 배예요.",
  "factor.context": "캐시 토큰",
  "factor.expansion": "토큰 하나 펼치기",
  "factor.queries": "쿼리 토큰",
  "factor.pair": "한 쌍의 MAC",
  "factor.work": "한 걸음의 연산",
  "work.crossing": "{from}개부터는 펼치는 쪽이 적음",
  "work.bytes": "한 걸음에 캐시에서 읽는 바이트, bf16. 점선은 읽은 뒤에 만드는 K와 V",
  "work.bytes-naive": "{read} 읽고 {made} 만들기",
  "work.bytes-absorbed": "{read} 읽기",
  "work.x": "한 번에 묻는 쿼리 토큰(로그 눈금)",
  "work.y": "캐시 토큰을 상대로 한 걸음에 하는 연산, MAC(로그 눈금)",
  "work.label":
    "쿼리 토큰 수에 따른 한 걸음의 연산. 쿼리 토큰 {queries}개에서 {points}. {from}개부터 펼치는 쪽이 적어요.",
  "work-note":
    "한 층에서 캐시 토큰을 상대로 하는 일만 셌어요. 새 토큰 하나에 따로 드는 {own} MAC은 두 방법이 같아요. 펼칠 때는 그 토큰을 펼치는 데, 흡수할 때는 그 쿼리와 출력에 곱하는 데 써요. 펼친 K와 V {expanded}가 칩 안에 머물지 못하면 그만큼을 메모리에 쓰고 다시 읽어야 해요.",
  "table-caption": "{layer}, 쿼리 토큰 {queries}개, 캐시 {context}토큰",
  "column.way": "방법",
  "column.cache": "토큰당 캐시",
  "column.pair": "한 쌍의 MAC",
  "column.expansion": "토큰 하나 펼치는 MAC",
  "column.step": "한 걸음의 MAC",
  "column.read": "읽는 캐시",
  "column.intensity": "연산 강도",
  ideal: "층 하나, 요청 하나, bf16 기준이에요. 펼친 K와 V는 메모리에 적지 않는 것으로 쳤어요.",
  "run-note":
    "돌리는 층은 은닉 차원 {hidden}, 헤드 {heads}개, 잠재 벡터 {latent}차원이고, fp32로 계산해요. 가중치와 글은 시드를 고정한 난수예요. 글의 앞 절반은 한꺼번에, 나머지는 한 토큰씩 넣어요.",
  "run-note-v2":
    "DeepSeek-V2는 한 층의 어텐션 가중치만 fp32로 {bytes}라서 페이지에서 돌리기에는 너무 커요. 그래서 작은 층을 돌려요. 실제 크기는 V2-Lite에서 돌려 볼 수 있어요.",
  "run-note-lite":
    "DeepSeek-V2-Lite의 실제 크기예요. 가중치 {bytes}를 이 기기에서 만들어서 몇 초 걸릴 수 있어요.",
  "expect.naive":
    "펼쳐서 계산한 값이 기준이에요. 실행하면 두 스위치의 네 조합을 모두 이 기기에서 fp32로 돌려 float64와 견줘요.",
  "expect.same":
    "작은 층을 float64로 계산해 보면, 흡수한 출력과 펼친 출력의 차이는 가장 큰 출력의 {relative}배예요. 반올림일 뿐이에요. 실행하면 두 스위치의 네 조합을 모두 이 기기에서 fp32로 돌려요.",
  "expect.broken":
    "작은 층을 float64로 계산해 보면, 흡수한 출력과 펼친 출력의 차이가 가장 큰 출력의 {relative}배나 돼요. 반올림이 아니에요. 실행하면 두 스위치의 네 조합을 모두 이 기기에서 fp32로 돌려요.",
  "expect.whole":
    "토큰이 하나뿐이면 깨질 것이 없어요. 위치 0에서는 회전하지 않고, 혼자인 토큰은 점수가 얼마든 비중이 1이에요. 작은 층을 float64로 계산한 차이는 {relative}이에요.",
  proving: "조합 {of}개 가운데 {done}개 끝냄",
  "ran-with": "아래는 {layer}에 {tokens}토큰을 넣어 돌린 결과예요.",
  "verdict.same":
    "float64로 계산한 값과 반올림만큼만 달라요. 가장 큰 차이가 {absolute}, 가장 큰 출력의 {relative}배예요.",
  "verdict.broken":
    "float64로 계산한 값과 최대 {absolute}만큼 달라요. 가장 큰 출력의 {relative}배, 반올림이 아니라 다른 출력이에요.",
  "verdict.whole":
    "토큰이 하나면 깨질 것이 없어요. 위치 0에서는 회전하지 않고, 혼자인 토큰은 점수가 얼마든 비중이 1이에요. 가장 큰 차이가 {absolute}, 가장 큰 출력의 {relative}배예요.",
  "verdict.wrong":
    "맞아야 하는 계산인데 float64로 계산한 값과 최대 {absolute}만큼, 가장 큰 출력의 {relative}배만큼 달라요. 이 기기의 결과는 믿지 마세요.",
  "verdict.no-number": "이 기기가 낸 출력에 수가 아닌 값이 있어요. 이 기기의 결과는 믿지 마세요.",
  apart: "마지막 토큰에서 두 방법의 출력은 최대 {apart}만큼 달라요.",
  "apart-none": "마지막 토큰에서 두 방법의 출력은 똑같아요.",
  "setting.naive-decoupled": "펼쳐서, RoPE는 따로 둔 키에",
  "setting.absorbed-decoupled": "흡수해서, RoPE는 따로 둔 키에",
  "setting.naive-latent": "펼쳐서, RoPE는 펼친 키에",
  "setting.absorbed-latent": "흡수해서, RoPE는 펼친 키에",
  "errors-caption": "글 {tokens}토큰의 모든 출력을 float64와 견준 오차",
  "errors.setting": "방법, RoPE로 돌리는 키",
  "errors.absolute": "최대 오차",
  "errors.relative": "÷ 최대 출력",
  "errors.same": "같은 출력",
  "errors.yes": "예",
  "errors.no": "아니요",
  "errors.rounding-64": "64비트 반올림",
  "errors.rounding-32": "32비트 반올림",
  "errors.reference": "기준",
  "errors.x": "최대 오차 ÷ 최대 출력(로그 눈금)",
  "outputs.x": "float64로 계산한 값",
  "outputs.y": "마지막 토큰의 출력",
  "outputs.y-some": "마지막 토큰의 출력, {of}개 중 {count}개",
  "outputs.x-predicted": "펼친 출력",
  "proof.ran": "이 기기에서 fp32로 돌린 값, {tokens}토큰",
  "proof.predicted": "작은 층을 float64로 계산한 값",
  "proof.label-ran":
    "float64와 견준 상대 오차. {rows}. 마지막 토큰의 출력도 점으로 찍었고, 맞으면 대각선 위에 있어요.",
  "proof.label-predicted":
    "작은 층을 float64로 계산한 상대 오차. {rows}. 마지막 토큰의 출력도 점으로 찍었고, 맞으면 대각선 위에 있어요.",
  "form.naive": "펼쳐서",
  "form.absorbed": "흡수해서",
  "path.as-key": "c를 키로",
  "path.as-value": "c를 값으로",
  "cache-steps": "캐시를 걸음마다 보기",
  "cache-caption":
    "캐시가 찬 만큼과 식 ({latent} + {rope}) × 토큰 × 4 B. 자리는 처음에 {room}를 한 번에 잡아요",
  "cache.tokens": "토큰",
  "cache.bytes": "찬 바이트",
  "cache.formula": "식",
  "cache.difference": "차이",
  "proved-layer": "돌린 것은 {layer}이고, 기준은 펼쳐서 float64로 계산한 값이에요.",
} as const;
