import { ORDINARY_PRIORITY } from '#shared/rules/priority.ts'
/** An announcement of the admin, in both languages. */
export interface Notice {
  ko: string
  en: string
  /** Below 99 is important. */
  priority: number
}

/** The announcements, oldest first. The important ones stand first in the list whatever their date. */
export const NOTICES: readonly Notice[] = [
  {
    priority: ORDINARY_PRIORITY,
    ko: '<p>서비스를 시작합니다</p><p>일주일 뒤 비트코인 가격을 함께 예측하고 기록으로 남기는 곳입니다. 점수는 사고팔 수 없고, 순위는 실력의 기록일 뿐입니다.</p>',
    en: '<p>Welcome</p><p>A place to call the bitcoin price a week ahead and to keep an honest record of it. Points cannot be bought, sold or moved; the ranking is a record of skill and nothing else.</p>',
  },
  {
    priority: 10,
    ko: '<h3>투표와 점수는 이렇게 계산됩니다</h3><p>매주 월요일과 목요일 <strong>오전 9시(한국 시간)</strong>에 새 라운드가 열립니다. 라운드마다 한 번, 7일 뒤 가격을 예측합니다.</p><table><tbody><tr><th><p>선택</p></th><th><p>맞는 조건</p></th></tr><tr><td><p>▲ 상승</p></td><td><p>기준가의 105% 초과</p></td></tr><tr><td><p>■ 보합</p></td><td><p>95%~105% (양 끝 포함)</p></td></tr><tr><td><p>▼ 하락</p></td><td><p>기준가의 95% 미만</p></td></tr></tbody></table><p>버튼 옆 점수는 투표하는 순간의 확률로 정해지고, 투표와 함께 저장됩니다.</p>',
    en: '<h3>How calls and points work</h3><p>A new round opens every Monday and Thursday at <strong>00:00 UTC</strong>. One call per round, about the price seven days later.</p><table><tbody><tr><th><p>Call</p></th><th><p>It hits when</p></th></tr><tr><td><p>▲ up</p></td><td><p>above 105 % of the reference</p></td></tr><tr><td><p>■ steady</p></td><td><p>from 95 % to 105 %, edges included</p></td></tr><tr><td><p>▼ down</p></td><td><p>below 95 %</p></td></tr></tbody></table><p>The points beside each button come from the odds at that moment and are stored with your vote.</p>',
  },
  {
    priority: 20,
    ko: '<h3>게시판 이용 규칙</h3><ol><li><p>투자 권유, 리딩방 홍보, 추천인 링크는 삭제합니다.</p></li><li><p>틀린 예측을 조롱하지 마세요. 모두가 틀립니다.</p></li><li><p>개인정보를 올리지 마세요. 다른 사람의 것은 더더욱.</p></li></ol><p>글은 작성 후 <strong>1시간</strong> 동안 고칠 수 있습니다.</p>',
    en: '<h3>House rules</h3><ol><li><p>No signal groups, no referral links, no paid promotion.</p></li><li><p>Do not mock a missed call. Everybody misses.</p></li><li><p>Never post personal data, least of all somebody else’s.</p></li></ol><p>You can edit a post for <strong>one hour</strong> after writing it.</p>',
  },
  {
    priority: ORDINARY_PRIORITY,
    ko: '<p>가격 출처 안내</p><p>화면의 모든 가격에는 출처와 시각이 붙습니다. 거래소 응답이 늦으면 <em>지연</em> 또는 <em>오래됨</em>으로 표시됩니다. 기준가와 결과 가격은 해당 시각에 시작한 1시간봉의 시가입니다.</p>',
    en: '<p>Where prices come from</p><p>Every price on the site carries its source and its time. When an exchange is slow you will see <em>delayed</em> or <em>stale</em>. Reference and settlement are the open of the hourly candle at that instant.</p>',
  },
  {
    priority: ORDINARY_PRIORITY,
    ko: '<p>거래소에 빈 시간이 있으면 어떻게 되나요</p><p>목표 시각의 캔들이 없으면 24시간 안에 처음 시작한 캔들을 씁니다. 그것도 없으면 라운드는 <strong>무효</strong>이고 점수는 0입니다. 근거는 라운드 상세에 공개합니다.</p>',
    en: '<p>What happens when an exchange has a gap</p><p>If there is no candle at the target, the first one within 24 hours counts. If there is none, the round is <strong>void</strong> and worth 0 points. The evidence is shown on every round.</p>',
  },
  {
    priority: ORDINARY_PRIORITY,
    ko: '<p>차트 보기 세 가지가 추가되었습니다</p><ul><li><p>짧게: 최근 100시간</p></li><li><p>중간: 최근 800시간</p></li><li><p>길게: 최근 3000시간</p></li></ul>',
    en: '<p>Three chart views</p><ul><li><p>short: the last 100 hours</p></li><li><p>medium: 800</p></li><li><p>long: 3000</p></li></ul>',
  },
]
