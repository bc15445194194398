import { texts } from '#shared/i18n/text.ts'

/** The rules of rounds, points and track records, with the calculator of offers. */
export const rulesTexts = texts(
  {
    title: 'How Tidemark works',
    lead: 'Say where BTC/USDT will be in a week, and why. The price decides who was right.',
    contents: 'On this page',
    'rounds.heading': 'Rounds',
    'rounds.open':
      'A round opens every Monday and Thursday at 00:00 UTC (09:00 in Korea) and takes calls until the next one opens. One call per person and round; “Unknown” counts too.',
    'rounds.settles':
      'It settles seven days after its start, so two rounds await their results at any time.',
    'rounds.table': 'The two rounds now',
    'rounds.round': 'Round',
    'rounds.opens': 'Opened',
    'rounds.closes': 'Closes',
    'rounds.settles.short': 'Settles',
    'rounds.live': 'Open for calls',
    'rounds.waiting': 'Closed, awaits its result',
    'settle.heading': 'Who is right',
    'settle.prices':
      'The reference price is the opening price of the hourly candle at the start of the round; the price that settles it is the open of the one seven days later. Both are stored with exchange, candle and time of reading, and shown with the round.',
    'settle.up': 'more than 5% above the reference price',
    'settle.steady': 'within ±5%, both edges included',
    'settle.down': 'more than 5% below the reference price',
    'settle.void':
      'If no candle opens within 24 hours of that time, the round is void and nobody gains or loses points. A round without a reference price takes no calls and is void too.',
    'settle.words':
      'The list of calls and the API say HIT for a call that was right, MISS for one that was wrong, wait until there is a result, and unknown where there will be none.',
    'points.heading': 'Points',
    'points.offer':
      'Each direction has points for being right and for being wrong. They follow the price, and you keep the ones in force when your call is accepted. The likelier a direction is, the less it earns and the more it costs.',
    'points.fair':
      'They are set so that a call without skill gains nothing on average, whenever it is made: the chance of each direction is estimated from price, time left and the volatility of the last 60 days. Bitcoin moves less on weekends, so a Saturday counts about half a day and a Wednesday more than one. A call pays off if you are right more often than its break-even.',
    'points.noPrice':
      'Only a price under 10 seconds old gives points. Without one your call waits for the next price; after 15 seconds Tidemark asks before it sends a call that would earn none.',
    'points.example': 'An example',
    'points.exampleText':
      'On Friday at 12:00 UTC, with the result on Thursday, Bitcoin is 1% above the reference price and Steady (within ±5%) stands at {hit} if right and {miss} if wrong. That pays off above {chance}%: somebody who is right in 8 of 10 such calls gains about {gain} points a call, somebody who is right in 6 of 10 loses about {loss}.',
    'points.never': 'Points cannot be bought, sold or exchanged. There are no prizes.',
    'edit.heading': 'Changing a call',
    'edit.hour':
      'A call and its note can be edited for one hour, its direction only until the round closes.',
    'edit.direction':
      'A new direction closes the present call at what it is worth at that moment and takes the points on offer then, so a change is worth nothing on average either.',
    'edit.lock':
      'Notes of other people can be read once you have made your own call in the open round; those of a settled round also if you called it. Reading a note of the open round, or the replies below yours, or replying to one locks your direction in it; your own note stays editable.',
    'calculator.heading': 'Calculator',
    'calculator.lead': 'The points of the three directions for any situation.',
    'calculator.change': 'Price against the reference',
    'calculator.time': 'Time to the result',
    'calculator.weekday': 'Settles on',
    'calculator.monday': 'Monday',
    'calculator.thursday': 'Thursday',
    'calculator.volatility': 'Volatility per day',
    'calculator.now': 'Use the live round',
    'calculator.result': 'Offers',
    'calculator.direction': 'Direction',
    'calculator.breakEven': 'Pays off above',
    'calculator.right': 'If right',
    'calculator.wrong': 'If wrong',
    'calculator.sentence':
      '{direction}: {hit} / {miss} pays off if you think it is likelier than {chance}%.',
    'fair.heading': 'Are the offers fair?',
    'fair.lead':
      'If they are, calls that imply a chance of 30% come true in about 30 of 100 cases. Both tables group calls by the chance that their points implied; groups under {min} calls are left out.',
    'fair.live': 'Calls made here',
    'fair.backtest': 'Back-test on real prices',
    'fair.backtestSource':
      'Offers at four moments of {rounds} rounds, {from} to {to}, on hourly candles of Binance. The mark shows the implied chance, the bar what came true.',
    'fair.implied': 'Implied chance',
    'fair.observed': 'Came true',
    'fair.calls': 'Calls',
    'fair.bin': '{low}–{high}%',
    'fair.loading': 'Loading the figures',
    'fair.few':
      'Not enough settled calls yet: no group has {min}. The table fills as rounds settle.',
    'fair.claim':
      'The offers are fair under the model; how often prices leave the band differs from year to year, and no claim is made about the market to come.',
    'record.heading': 'Track records',
    'record.right':
      'A profile shows how many calls were right, with the 95% confidence range of that share, and how many were expected by the odds. Results of neighboring rounds may go together; the range is widened for it.',
    'record.skill':
      'Points alone may be luck. Tidemark compares them with the standard deviation that the same calls have without skill: under 12 settled calls it is too early to tell; within one deviation a record is consistent with luck; up to two it is slightly better or worse than luck. “Unlikely to be luck alone” takes two deviations and a second test: the own directions must have done better than nearly all of their own rearrangements, turned round against the same rounds and priced anew. Whoever always calls the same direction never passes it. Of 100 people who choose by chance, 2 to 5 pass at any one time, upwards or downwards.',
    'season.heading': 'Seasons',
    'season.text':
      'A season is a calendar quarter by the date of the result. You are ranked from {min} settled calls with points and once your account is {days} days old. The table is frozen after the last round of the quarter.',
    'receipt.heading': 'Receipts',
    'receipt.text':
      'Every accepted call gets a signed receipt, and when a round closes all its calls enter a public log. Any later change contradicts your receipt and every saved checkpoint of the log.',
    'receipt.verify': 'Verify a call',
  },
  {
    title: '이용 방법과 규칙',
    lead: '일주일 뒤 BTC/USDT 가격을 예측하고 이유를 남기세요. 맞았는지는 가격이 말해 줍니다.',
    contents: '목차',
    'rounds.heading': '라운드',
    'rounds.open':
      '라운드는 매주 월요일과 목요일 00:00 UTC(한국 시각 09:00)에 열리고, 다음 라운드가 열릴 때까지 예측을 받습니다. 한 라운드에 한 번 예측할 수 있으며 ‘모름’도 예측으로 칩니다.',
    'rounds.settles': '결과 시각은 시작 7일 뒤입니다. 그래서 늘 두 라운드가 결과를 기다립니다.',
    'rounds.table': '지금의 두 라운드',
    'rounds.round': '라운드',
    'rounds.opens': '시작',
    'rounds.closes': '마감',
    'rounds.settles.short': '결과 시각',
    'rounds.live': '예측 접수 중',
    'rounds.waiting': '마감, 결과 대기',
    'settle.heading': '결과가 정해지는 방식',
    'settle.prices':
      '기준가는 라운드 시작 시각의 1시간 봉 시가이고, 확정가는 결과 시각의 1시간 봉 시가입니다. 두 가격 모두 거래소, 봉, 확인 시각과 함께 저장되어 라운드에 표시됩니다.',
    'settle.up': '기준가보다 5% 넘게 높음',
    'settle.steady': '±5% 이내(경계 포함)',
    'settle.down': '기준가보다 5% 넘게 낮음',
    'settle.void':
      '결과 시각부터 24시간 안에 봉이 없으면 라운드는 무효가 되고 아무도 점수를 얻거나 잃지 않습니다. 기준가가 없는 라운드도 예측을 받지 않고 무효가 됩니다.',
    'settle.words':
      '예측 목록에서 적중은 맞은 예측, 빗나감은 틀린 예측, 대기는 결과가 나오기 전, 판정 없음은 결과가 없는 예측입니다. API에서는 차례로 HIT, MISS, wait, unknown입니다.',
    'points.heading': '점수',
    'points.offer':
      '방향마다 맞혔을 때와 빗나갔을 때의 점수가 있습니다. 점수는 가격에 따라 움직이며, 예측이 접수된 시점의 점수가 그대로 적용됩니다. 가능성이 높은 방향일수록 적게 얻고 많이 잃습니다.',
    'points.fair':
      '실력 없이 한 예측은 언제 하더라도 평균 0점이 되도록 정합니다. 각 방향의 확률은 가격, 남은 시간, 최근 60일 변동성으로 추정합니다. 주말에는 가격이 덜 움직이므로 토요일은 반나절쯤, 수요일은 하루보다 길게 칩니다. 손익분기 확률보다 자주 맞히면 이득입니다.',
    'points.noPrice':
      '10초 이내의 가격이 있어야 점수가 붙습니다. 없으면 다음 가격을 기다리고, 15초가 지나면 점수 없이 예측할지 묻습니다.',
    'points.example': '예',
    'points.exampleText':
      '금요일 21시(한국 시각), 결과는 목요일입니다. 비트코인이 기준가보다 1% 높고, 보합(±5% 이내)은 맞힐 때 {hit}점, 틀릴 때 {miss}점입니다. 손익분기 확률은 {chance}%입니다. 이런 예측을 10번 중 8번 맞히는 사람은 예측마다 약 {gain}점을 얻고, 6번 맞히는 사람은 약 {loss}점을 잃습니다.',
    'points.never': '점수는 사고팔거나 교환할 수 없습니다. 상금도 없습니다.',
    'edit.heading': '예측 바꾸기',
    'edit.hour':
      '예측과 의견은 한 시간 동안 수정할 수 있습니다. 방향은 라운드가 마감되면 바꿀 수 없습니다.',
    'edit.direction':
      '방향을 바꾸면 지금의 예측은 그 시점의 가치로 정산되고, 새 방향에는 그 시점의 점수가 적용됩니다. 따라서 바꾸는 것만으로는 평균적으로 이득이 없습니다.',
    'edit.lock':
      '다른 사람의 의견은 접수 중인 라운드를 먼저 예측해야 볼 수 있습니다. 결과가 나온 라운드의 의견은 그 라운드를 예측했다면 볼 수 있습니다. 접수 중인 라운드의 의견을 하나라도 읽거나, 내 의견에 달린 답글을 읽거나, 의견에 답글을 쓰면 그 라운드에서 내 방향은 더 바꿀 수 없고, 내 의견은 계속 수정할 수 있습니다.',
    'calculator.heading': '점수 계산기',
    'calculator.lead': '상황별로 세 방향의 점수를 계산해 보세요.',
    'calculator.change': '기준가 대비 가격',
    'calculator.time': '결과 시각까지',
    'calculator.weekday': '결과 요일',
    'calculator.monday': '월요일',
    'calculator.thursday': '목요일',
    'calculator.volatility': '하루 변동성',
    'calculator.now': '접수 중인 라운드 값 넣기',
    'calculator.result': '맞힐 때·틀릴 때',
    'calculator.direction': '방향',
    'calculator.breakEven': '손익분기 확률',
    'calculator.right': '맞힐 때',
    'calculator.wrong': '틀릴 때',
    'calculator.sentence':
      '{direction}: {hit} / {miss}, 확률이 {chance}%보다 높다고 생각하면 이득입니다.',
    'fair.heading': '점수는 공정한가요?',
    'fair.lead':
      '공정하다면 확률 30%로 본 예측은 100번 중 30번쯤 맞습니다. 두 표는 점수에 담긴 확률로 예측을 묶은 것이며, {min}건이 안 되는 구간은 뺐습니다.',
    'fair.live': '여기서 나온 예측',
    'fair.backtest': '실제 가격으로 검증',
    'fair.backtestSource':
      '바이낸스 1시간 봉, {from} ~ {to}의 {rounds}개 라운드에서 라운드마다 네 시점의 점수입니다. 세로선은 점수에 담긴 확률, 막대는 실제 적중률입니다.',
    'fair.implied': '점수에 담긴 확률',
    'fair.observed': '실제 적중률',
    'fair.calls': '예측 수',
    'fair.bin': '{low}~{high}%',
    'fair.loading': '불러오는 중',
    'fair.few':
      '아직 결과가 나온 예측이 적어 {min}건이 모인 구간이 없습니다. 라운드가 끝날 때마다 채워집니다.',
    'fair.claim':
      '점수는 모형 안에서 공정합니다. 가격이 구간을 벗어나는 빈도는 해마다 다르며, 앞으로의 시장에 대해서는 아무것도 약속하지 않습니다.',
    'record.heading': '기록',
    'record.right':
      '프로필에는 맞힌 예측 수와 적중률의 95% 신뢰구간, 그리고 점수에 담긴 확률로 기대되는 적중 수가 표시됩니다. 이웃한 라운드의 결과는 함께 움직일 수 있어 그만큼 구간을 넓힙니다.',
    'record.skill':
      '점수만으로는 운일 수 있습니다. 그래서 같은 예측을 실력 없이 했을 때의 표준편차와 비교합니다. 결과가 나온 예측이 12건 미만이면 아직 판단하기 이르고, 1배 이내면 운으로 볼 수 있으며, 2배까지는 운보다 조금 낫거나 못한 것입니다. ‘운만으로는 어려움’은 2배 이상이면서 두 번째 검정도 통과해야 합니다. 내 방향들의 순서를 돌려 같은 라운드에 다시 맞추고 점수를 새로 매겨도, 거의 모든 경우보다 실제가 나아야 합니다. 늘 같은 방향만 예측하면 통과할 수 없습니다. 무작위로 고르는 사람은 어느 시점에서든 100명 중 2~5명이 낫거나 못한 쪽으로 통과합니다.',
    'season.heading': '시즌',
    'season.text':
      '시즌은 결과 시각 기준으로 한 분기입니다. 점수가 붙은 예측 {min}건의 결과가 나오고 가입 후 {days}일이 지나면 순위에 오릅니다. 분기의 마지막 라운드가 끝나면 순위가 확정됩니다.',
    'receipt.heading': '접수증',
    'receipt.text':
      '접수된 예측마다 서명된 접수증이 발급되고, 라운드가 마감되면 모든 예측이 공개 로그에 들어갑니다. 나중에 바꾸면 내 접수증은 물론 저장된 모든 체크포인트와 어긋납니다.',
    'receipt.verify': '예측 검증',
  },
)
