import { texts } from '#shared/i18n/text.ts'

/** The ranking. */
export const rankingTexts = texts(
  {
    'skill.alone': 'Record: {skill}',
    'skill.early': 'Too early to tell',
    'skill.luck': 'Consistent with luck',
    'skill.above': 'Slightly better than luck',
    'skill.below': 'Slightly worse than luck',
    'skill.unlikely-above': 'Unlikely to be luck alone',
    'skill.unlikely-below': 'Unlikely to be bad luck alone',
    'ranking.title': 'Ranking',
    'ranking.lead':
      'Points of settled calls. On average nobody gains points without being right more often than the offers expect.',
    'ranking.tabs': 'Rankings',
    'ranking.season': 'Season',
    'ranking.lastRound': 'Last round',
    'ranking.all': 'All time',
    'ranking.frozen': 'Final. Frozen {date}.',
    'ranking.period': '{season}: results from {from} to {to}',
    'ranking.rule':
      'Ranked from {min} settled calls with points and {days} days after joining. No prizes.',
    'ranking.seasons': 'Seasons',
    'ranking.loading': 'Loading the ranking',
    'ranking.empty.season':
      'Nobody is ranked in this season yet. The first ranks appear after {min} settled calls with points.',
    'ranking.empty.final': 'Nobody was ranked in this season.',
    'ranking.empty.last-round': 'No round has been settled yet.',
    'ranking.unrankedRound':
      'Nobody is ranked in the last round: ranks are for calls with points, by accounts of {days} days.',
    'ranking.empty.all': 'Nobody has a settled call yet.',
    'ranking.emptyPage': 'There is nobody on this page.',
    'ranking.rank': 'Rank',
    'ranking.name': 'Name',
    'ranking.calls': 'Calls',
    'ranking.right': 'Right',
    'ranking.points': 'Points',
    'ranking.skill': 'Skill or luck?',
    'ranking.banned': 'Account closed',
    'ranking.pages': 'Pages of the ranking',
    'season.name': '{year} Q{quarter}',
  },
  {
    'skill.alone': '기록: {skill}',
    'skill.early': '아직 판단하기 이름',
    'skill.luck': '운으로 볼 수 있음',
    'skill.above': '운보다 나은 편',
    'skill.below': '운보다 못한 편',
    'skill.unlikely-above': '운만으로는 어려움',
    'skill.unlikely-below': '불운만으로는 어려움',
    'ranking.title': '랭킹',
    'ranking.lead':
      '결과가 나온 예측의 점수입니다. 점수에 담긴 확률보다 자주 맞혀야 평균적으로 점수를 얻습니다.',
    'ranking.tabs': '랭킹 종류',
    'ranking.season': '시즌',
    'ranking.lastRound': '지난 라운드',
    'ranking.all': '전체',
    'ranking.frozen': '확정된 순위입니다({date}).',
    'ranking.period': '{season}: 결과 시각 {from} ~ {to}',
    'ranking.rule':
      '점수가 있는 예측 {min}건의 결과가 나오고 가입 후 {days}일이 지나면 순위에 오릅니다. 상금은 없습니다.',
    'ranking.seasons': '시즌 목록',
    'ranking.loading': '랭킹을 불러오는 중',
    'ranking.empty.season':
      '아직 이 시즌 순위가 없습니다. 점수가 있는 예측 {min}건의 결과가 나오면 표시됩니다.',
    'ranking.empty.final': '이 시즌에는 순위에 오른 사람이 없습니다.',
    'ranking.empty.last-round': '아직 결과가 나온 라운드가 없습니다.',
    'ranking.unrankedRound':
      '지난 라운드 순위에 오른 사람이 없습니다. 점수가 있는 예측을 했고 가입 후 {days}일이 지난 계정만 순위에 오릅니다.',
    'ranking.empty.all': '아직 결과가 나온 예측이 없습니다.',
    'ranking.emptyPage': '이 페이지에는 아무도 없습니다.',
    'ranking.rank': '순위',
    'ranking.name': '이름',
    'ranking.calls': '예측',
    'ranking.right': '적중',
    'ranking.points': '점수',
    'ranking.skill': '실력인가, 운인가',
    'ranking.banned': '이용이 정지된 계정',
    'ranking.pages': '순위 페이지',
    'season.name': '{year}년 {quarter}분기',
  },
)

/** The own place in a ranking. */
export const ownRankTexts = texts(
  {
    'ranking.you': 'You',
    'ranking.whole': 'Whole ranking',
    'ranking.needed': '{calls} / {min} to rank',
    'ranking.young': 'Ranked from {date}',
    'ranking.none': 'Not ranked',
  },
  {
    'ranking.you': '나',
    'ranking.whole': '전체 순위 보기',
    'ranking.needed': '순위까지 {calls} / {min}',
    'ranking.young': '{date}부터 순위에 표시',
    'ranking.none': '순위 없음',
  },
)
