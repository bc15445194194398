import type { BoardType } from '#shared/contract/posts.ts'

export type Language = 'ko' | 'en'

export const KOREAN = (
  '새벽네시차트 물타기장인 존버는승리한다 여의도개미 김치프리미엄 손절은예술 비트코인할배 판교직장인 ' +
  '월급은비트로 차트보는간호사 해운대고래 단타하는곰 롱숏사이 횡보전문가 망원동트레이더 오늘도관망 ' +
  '호가창지킴이 분할매수 느린거북이 세력의그림자 캔들읽는남자 퇴근후차트 제주감귤투자 반감기기다림 ' +
  '무릎에사서 어깨에판다 확률로말해요 커피한잔비트 주말엔쉽니다 광화문불곰'
).split(' ')
export const ENGLISH = (
  'satoshis_barber,RangeRider,MeanReversionMax,fundingwatch,nocturnal_quant,HodlHannah,thetaburn,' +
  'Lena K.,basis_trader,two_sigma_tim,Marcus in Oslo,liquidity_hunter,GreenCandleGus,' +
  'patient capital,deltaneutral,ChartSceptic,weekly_close,bagholder_bob,onchain_olga,' +
  'stopped out again,Priya,volcrush,TapeReader77,boring_is_good,coldstorage,MacroMike,' +
  'orderbook_owl,SundayGap,half_kelly'
).split(',')

/** Parts of notes; {title}, {reason} and {closing} of a form are filled in first, then prices in dollars. */
export const NOTES = {
  ko: {
    forms: [
      '<p>{title}</p>',
      '<p>{title}</p><p>{reason}</p><p>{closing}</p>',
      '<p><strong>{title}</strong></p><ol><li><p>{reason}</p></li><li><p>{closing}</p></li></ol>',
      '<h3>{title}</h3><p>{reason}</p><ul><li><p>저항 <strong>{up}</strong></p></li><li><p>기준 {ref}</p></li><li><p>지지 <strong>{down}</strong></p></li></ul><p>{closing}</p>',
      '<p>{title}</p><p>{reason} (<a href="https://bitcoin.org/bitcoin.pdf">비트코인 백서</a>)</p>',
      '<p>{title}</p><blockquote><p>확신이 클수록 크기를 줄여라.</p></blockquote><p>{reason}</p>',
      '<h3>{title}</h3><table><tbody><tr><th><p>시나리오</p></th><th><p>가격</p></th></tr><tr><td><p>상승</p></td><td><p>{up} 초과</p></td></tr><tr><td><p>보합</p></td><td><p>{down}~{up}</p></td></tr><tr><td><p>하락</p></td><td><p>{down} 미만</p></td></tr></tbody></table><p>{reason}</p>',
    ],
    titles: {
      up: ['이번 주는 {up} 돌파 봅니다', '{price}에서 매물 다 소화했네요', '상승, 아직 덜 왔다'],
      steady: [
        '{down}~{up} 안에서 끝납니다',
        '남은 {days}일, 보합이 합리적',
        '{price} 근처에서 마감합니다',
      ],
      down: ['{down} 아래로 한 번 더', '{price}에서 매도벽이 두껍습니다', '흐름대로 하락'],
      unknown: ['솔직히 모르겠습니다', '{ref}에서 양쪽 다 말이 됨'],
    },
    reasons: {
      up: ['<strong>{ref}</strong> 위에서 저점이 높아졌습니다.', '펀딩비가 0인데 안 빠집니다.'],
      steady: ['변동성이 하루 {vol} 정도입니다.', '주말엔 <em>움직이는 척</em>만 합니다.'],
      down: ['반등마다 거래량이 줄어듭니다.', '{down}까지 받쳐 줄 매물대가 없습니다.'],
      unknown: ['상승 근거와 하락 근거의 개수가 똑같았습니다.'],
    },
    closings: ['결과로 배우겠습니다.', '반대 의견 환영합니다.', '목요일 아침 9시에 다시 봅시다.'],
  },
  en: {
    forms: [
      '<p>{title}</p>',
      '<p>{title}</p><p>{reason}</p><p>{closing}</p>',
      '<p><strong>{title}</strong></p><ol><li><p>{reason}</p></li><li><p>{closing}</p></li></ol>',
      '<h3>{title}</h3><p>{reason}</p><ul><li><p>Resistance <strong>{up}</strong></p></li><li><p>Reference {ref}</p></li><li><p>Support <strong>{down}</strong></p></li></ul><p>{closing}</p>',
      '<p>{title}</p><p>{reason} (<a href="https://bitcoin.org/bitcoin.pdf">the white paper</a>)</p>',
      '<p>{title}</p><blockquote><p>The bigger the conviction, the smaller the size.</p></blockquote><p>{reason}</p>',
      '<h3>{title}</h3><table><tbody><tr><th><p>Scenario</p></th><th><p>Price</p></th></tr><tr><td><p>Up</p></td><td><p>above {up}</p></td></tr><tr><td><p>Steady</p></td><td><p>{down} to {up}</p></td></tr><tr><td><p>Down</p></td><td><p>below {down}</p></td></tr></tbody></table><p>{reason}</p>',
    ],
    titles: {
      up: ['Closing above {up} this week', 'Thin book above {price}', 'Up and not tired'],
      steady: [
        'Stuck between {down} and {up}',
        'Only {days} days left',
        'Not far from {price} by then',
      ],
      down: ['{down} gets tested', 'Sellers at {price} are not moving', 'The trend is down'],
      unknown: ['No edge here, sitting out', 'Coin flip at {ref}'],
    },
    reasons: {
      up: ['Every low above <strong>{ref}</strong> was higher.', 'Spot is leading perps.'],
      steady: ['Realized volatility is {vol} a day.', 'Weekend moves <em>look</em> big.'],
      down: ['Each bounce comes with less volume.', 'No traded volume down to {down}.'],
      unknown: ['I found the same number of reasons for both sides.'],
    },
    closings: [
      'Happy to be told why I am wrong.',
      'Small conviction.',
      'Not advice, just my notes.',
    ],
  },
} as const

/** Priorities of important notices by position. */
export const NOTICE_PRIORITIES: Readonly<Record<number, number>> = { 1: 10, 2: 20 }

/** Posts in HTML, not yet sanitized; the first line is the title. Notices are oldest first. */
export const POSTS: Readonly<Record<BoardType, Record<Language, readonly string[]>>> = {
  notices: {
    ko: [
      '<p>서비스를 시작합니다</p><p>일주일 뒤 비트코인 가격을 함께 예측하고 기록으로 남기는 곳입니다. 점수는 사고팔 수 없고, 순위는 실력의 기록일 뿐입니다.</p>',
      '<h3>예측과 점수는 이렇게 계산됩니다</h3><p>매주 월요일과 목요일 <strong>오전 9시(한국 시간)</strong>에 새 라운드가 열립니다. 라운드마다 한 번, 7일 뒤 가격을 예측합니다.</p><table><tbody><tr><th><p>선택</p></th><th><p>맞는 조건</p></th></tr><tr><td><p>▲ 상승</p></td><td><p>기준가의 105% 초과</p></td></tr><tr><td><p>■ 보합</p></td><td><p>95%~105% (양 끝 포함)</p></td></tr><tr><td><p>▼ 하락</p></td><td><p>기준가의 95% 미만</p></td></tr></tbody></table><p>버튼 옆 점수는 예측하는 순간의 확률로 정해지고, 예측과 함께 저장됩니다.</p>',
      '<h3>게시판 이용 규칙</h3><ol><li><p>투자 권유, 리딩방 홍보, 추천인 링크는 삭제합니다.</p></li><li><p>틀린 예측을 조롱하지 마세요. 모두가 틀립니다.</p></li><li><p>개인정보를 올리지 마세요. 다른 사람의 것은 더더욱.</p></li></ol><p>글은 작성 후 <strong>1시간</strong> 동안 고칠 수 있습니다.</p>',
      '<p>가격 출처 안내</p><p>화면의 모든 가격에는 출처와 시각이 붙습니다. 거래소 응답이 늦으면 <em>약간 지연</em> 또는 <em>갱신 지연</em>으로 표시됩니다. 기준가와 결과 가격은 해당 시각에 시작한 1시간 봉의 시가입니다.</p>',
      '<p>거래소에 빈 시간이 있으면 어떻게 되나요</p><p>목표 시각의 1시간 봉이 없으면 24시간 안에 처음 시작한 1시간 봉을 씁니다. 그것도 없으면 라운드는 <strong>무효</strong>이고 점수는 0입니다. 근거는 라운드 상세에 공개합니다.</p>',
      '<p>차트 보기 세 가지가 추가되었습니다</p><ul><li><p>짧게: 최근 100시간</p></li><li><p>중간: 최근 800시간</p></li><li><p>길게: 최근 3000시간</p></li></ul>',
    ],
    en: [
      '<p>Welcome</p><p>A place to predict the bitcoin price a week ahead and to keep an honest record of it. Points cannot be bought, sold or moved; the ranking is a record of skill and nothing else.</p>',
      '<h3>How calls and points work</h3><p>A new round opens every Monday and Thursday at <strong>00:00 UTC</strong>. One call per round, about the price seven days later.</p><table><tbody><tr><th><p>Call</p></th><th><p>It is right when the price ends</p></th></tr><tr><td><p>▲ up</p></td><td><p>above 105% of the reference</p></td></tr><tr><td><p>■ steady</p></td><td><p>from 95% to 105%, edges included</p></td></tr><tr><td><p>▼ down</p></td><td><p>below 95%</p></td></tr></tbody></table><p>The points beside each button come from the odds at that moment and are stored with your call.</p>',
      '<h3>Board rules</h3><ol><li><p>No signal groups, no referral links, no paid promotion.</p></li><li><p>Do not mock a miss. Everybody misses.</p></li><li><p>Never post personal data, least of all somebody else’s.</p></li></ol><p>You can edit a post for <strong>one hour</strong> after writing it.</p>',
      '<p>Where prices come from</p><p>Every price on the site carries its source and its time. When an exchange is slow you will see <em>delayed</em> or <em>stale</em>. Reference and settlement are the open of the hourly candle at that instant.</p>',
      '<p>What happens when an exchange has a gap</p><p>If there is no candle at the target, the first one within 24 hours counts. If there is none, the round is <strong>void</strong> and worth 0 points. The evidence is shown on every round.</p>',
      '<p>Three chart views</p><ul><li><p>short: the last 100 hours</p></li><li><p>medium: 800</p></li><li><p>long: 3000</p></li></ul>',
    ],
  },
  frees: {
    ko: [
      '<p>보합만 찍던 제가 처음으로 하락 맞혔습니다</p><p>한동안 보합만 눌러서 점수가 제자리였는데, 이번에 처음 하락으로 맞혔네요. 점수보다 <strong>이유를 적고 맞힌 게</strong> 더 기쁩니다.</p>',
      '<p>다들 차트 몇 개 켜놓고 보세요?</p><p>저는 1시간 봉 하나만 봅니다. 많이 켜둘수록 결정이 늦어지더라고요.</p>',
      '<p>새벽에 알림 울려서 깼는데 결과는 보합</p><p>4.8%까지 갔다가 돌아왔습니다. 0.2% 차이로 잠만 못 잤네요 ㅋㅋ</p>',
      '<h3>제 예측 기록 정리해 봤습니다</h3><table><tbody><tr><th><p>선택</p></th><th><p>횟수</p></th><th><p>적중</p></th></tr><tr><td><p>상승</p></td><td><p>7</p></td><td><p>2</p></td></tr><tr><td><p>보합</p></td><td><p>14</p></td><td><p>10</p></td></tr><tr><td><p>하락</p></td><td><p>4</p></td><td><p>2</p></td></tr></tbody></table><p>적중률은 보합이 높은데 점수는 하락이 제일 많이 벌어줬습니다. 확률만큼 주는 게 맞나 봅니다.</p>',
      '<p>처음 왔습니다, 인사드려요</p><p>직장 다니면서 소액으로 3년째 하고 있습니다. 매매보다 예측 적어보는 게 공부가 되네요.</p>',
      '<p>변동성 공부하기 좋은 글 있을까요?</p><p>점수 계산에 들어가는 60일 변동성을 직접 계산해 보고 싶습니다. <a href="https://ko.wikipedia.org/wiki/변동성_(금융)">위키</a>는 읽었습니다.</p>',
    ],
    en: [
      '<p>What my calls taught me</p><ul><li><p>I am worse at <strong>up</strong> than I thought.</p></li><li><p>Steady hits often and pays little, as it should.</p></li><li><p>Writing the reason first changed about a third of my calls.</p></li></ul>',
      '<p>Missed the edge by eleven dollars</p><p>Settled inside the band by 0.01%. The edge counts as steady and I know it, but ouch.</p>',
      '<p>What is on your second screen?</p><p>Mine has the hourly chart, funding, and a recipe for dinner.</p>',
      '<p>Hello from the fjords</p><p>Long-time reader of charts, first-time writer of notes. I like that old calls stay visible here.</p>',
      '<p>Is the Thursday round harder?</p><p>It feels like it: the target falls after a full weekend. Has anyone counted hits by weekday?</p>',
      '<h3>A small base-rate table</h3><table><tbody><tr><th><p>Weekly move</p></th><th><p>Share of weeks</p></th></tr><tr><td><p>beyond +5%</p></td><td><p>about a fifth</p></td></tr><tr><td><p>inside ±5%</p></td><td><p>about three fifths</p></td></tr><tr><td><p>beyond −5%</p></td><td><p>the rest</p></td></tr></tbody></table><p>Start from this, then argue yourself away from it.</p>',
    ],
  },
  suggestions: {
    ko: [
      '<p>내 예측만 모아보는 화면이 있으면 좋겠습니다</p><p>프로필에서 지난 예측과 결과를 한 번에 보고 싶어요.</p>',
      '<p>라운드 시작 알림 부탁드립니다</p><p>월요일, 목요일 아침 9시에 데스크톱 알림이 오면 놓치지 않을 것 같습니다.</p>',
      '<p>차트에 거래량도 표시해 주세요</p><p>막대로 작게만 있어도 노트 쓸 때 도움이 됩니다.</p>',
      '<p>노트에 차트 그림을 바로 붙일 수 있나요?</p><p>지금은 이미지 주소를 넣어야 해서 조금 번거롭습니다.</p>',
    ],
    en: [
      '<p>Show my hit rate by direction on the profile</p><p>Total points hide that I am terrible at one of the three.</p>',
      '<p>A note template would help</p><p>Something like: thesis, levels, what proves me wrong. Optional of course.</p>',
      '<p>Keyboard shortcuts for the four directions</p><p>1 to 4 would be enough.</p>',
      '<p>Export my calls as CSV</p><p>I would like to chart my own calibration at home.</p>',
    ],
  },
}
