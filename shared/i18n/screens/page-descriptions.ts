import { texts } from '#shared/i18n/text.ts'

/** Descriptions of public pages for search engines and previews. */
export const pageDescriptionTexts = texts(
  {
    home: 'Call the BTC/USDT price a week ahead: more than 5% up, within ±5%, or more than 5% down. See the open rounds, the points on offer and who has been right.',
    votes: 'Every call on the open and settled BTC/USDT rounds, with direction, result and points.',
    board: 'Posts of the Tidemark community.',
    post: 'A post of the Tidemark community.',
    rounds:
      'Every round of BTC/USDT calls: reference and settlement prices, outcome, and how often the crowd was right.',
    round:
      'One round of BTC/USDT calls: its week, the crowd, the calls with most and fewest points, and the evidence of its settlement.',
    ranking: 'Who calls the BTC/USDT price best: the season, the last round and all time.',
    user: 'A track record of BTC/USDT calls: points, right calls, and whether luck explains them.',
    rules:
      'How rounds open, close and settle, how points are computed, and why the offers are fair.',
    status:
      'Whether price feed, database, settlement, push messages and live updates work, and since when.',
    verify:
      'Check the receipt of a BTC/USDT call: signature, place in the public log, and points from signed prices.',
    modlog: 'Every act of the moderators, with its reason.',
    terms: 'The terms of service of Tidemark.',
    privacy: 'What Tidemark stores about you, why, and for how long.',
    call: 'A call of the BTC/USDT price a week ahead. Sign in and make your own call to read the reasoning.',
  },
  {
    home: 'BTC/USDT 가격이 일주일 뒤 5% 넘게 오를지, ±5% 이내일지, 5% 넘게 내릴지 예측해 보세요. 접수 중인 라운드와 맞힐 때·틀릴 때의 점수, 누가 맞혔는지 볼 수 있습니다.',
    votes: '접수 중인 라운드와 결과가 나온 라운드의 모든 BTC/USDT 예측과 방향, 결과, 점수입니다.',
    board: '타이드마크 커뮤니티의 글입니다.',
    post: '타이드마크 커뮤니티의 글입니다.',
    rounds:
      '모든 BTC/USDT 예측 라운드의 기준가와 확정가, 그리고 다수 예측이 얼마나 맞았는지 보여 줍니다.',
    round:
      '한 라운드의 일주일, 다수 예측, 점수가 가장 높은 예측과 가장 낮은 예측, 결과의 근거입니다.',
    ranking: 'BTC/USDT 가격을 가장 잘 예측하는 사람: 시즌, 지난 라운드, 전체 기간.',
    user: 'BTC/USDT 예측 기록: 점수, 적중, 그리고 운으로 설명되는지.',
    rules: '라운드가 열리고 닫히고 결과가 나오는 방법, 점수 계산, 점수가 공정한 이유입니다.',
    status: '시세 수신, 데이터베이스, 결과 확정, 푸시 알림, 실시간 갱신의 상태와 시작 시각입니다.',
    verify: 'BTC/USDT 예측의 접수증 확인: 서명, 공개 로그에서의 위치, 서명된 가격에 따른 점수.',
    modlog: '운영자의 모든 조치와 그 이유입니다.',
    terms: '타이드마크 이용약관입니다.',
    privacy: '타이드마크가 무엇을, 왜, 얼마 동안 보관하는지 설명합니다.',
    call: '일주일 뒤 BTC/USDT 가격에 대한 예측입니다. 로그인하고 이번 라운드를 예측하면 이유를 읽을 수 있습니다.',
  },
)
