import { expect, test } from 'playwright/test'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { advanceUntil } from './support/advance-until.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'
import { alerts } from './support/vote-page.ts'

let server: TestServer
const site = setUpSite(async () => {
  server = await startTestServer()
  // The access token of the first visit has expired at the second one.
  return { server, expectedErrors: /status of 401/ }
})

/** Targets of the round that is open on the Saturday of the server's start, and of the next one. */
const ROUNDS = [
  { targetDate: '2026-11-26T00:00:00.000Z', returns: '2026-11-26T00:00:05.000Z' },
  { targetDate: '2026-12-03T00:00:00.000Z', returns: '2026-12-03T00:00:05.000Z' },
] as const

const LANGUAGES = [
  {
    name: 'Newcomer',
    locale: 'en-US',
    round: ROUNDS[0],
    steps: 'How it works',
    stepsText: /^Call by \w{3} 09:00 Your points lock in Settled \w{3}, \w+ \d+, 09:00/,
    rulesTitle: 'How Tidemark works',
    fairness: 'Are the offers fair?',
    login: 'Login',
    provider: 'Try it here',
    vote: 'Vote',
    submit: 'Vote',
    direction: 'Steady',
    saved: 'Vote saved.',
    call: 'Your call',
    worth: /Steady.*worth [+−]?\d+ now · \+\d+ if right · −\d+ if wrong/,
    next: ['Read other calls', 'Share', 'Edit'],
    banner: 'Settled since your last visit',
    result: /■ Steady (right \+|wrong −)\d+ points/,
    record: 'Your track record, as others see it',
    calls: 'Calls',
    settled: /■ Steady.*(\+\d+ right|−\d+ wrong)/,
    early: 'Too early to tell',
  },
  {
    name: '새내기',
    locale: 'ko-KR',
    round: ROUNDS[1],
    steps: '진행 방법',
    stepsText: /^[월목]요일 09:00까지 예측 그때의 점수가 고정 .*09:00 결과 확정/,
    rulesTitle: '이용 방법과 규칙',
    fairness: '점수는 공정한가요?',
    login: '로그인',
    provider: '체험용 로그인',
    vote: '투표',
    submit: '투표하기',
    direction: '보합',
    saved: '투표를 저장했습니다.',
    call: '내 예측',
    worth: /보합.*지금 가치 [+−]?\d+ · 맞히면\s\+\d+ · 틀리면\s−\d+/,
    next: ['다른 예측 읽기', '공유', '수정'],
    banner: '지난 방문 이후 나온 결과',
    result: /■ 보합 (적중 \+|빗나감 −)\d+점/,
    record: '다른 사람에게 보이는 내 기록',
    calls: '예측',
    settled: /■ 보합.*(\+\d+ 적중|−\d+ 빗나감)/,
    early: '아직 판단하기 이름',
  },
]

for (const text of LANGUAGES) {
  test(`a newcomer learns the rules, calls, returns and finds the result (${text.locale})`, async () => {
    const { page } = await site.open({ locale: text.locale })
    const main = page.getByRole('main')
    const region = (name: string) => page.getByRole('region', { name, exact: true })

    const steps = region(text.steps)
    expect(await textOf(steps)).toMatch(text.stepsText)
    await steps.getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: text.rulesTitle }).waitFor()
    await page.getByRole('heading', { name: text.fairness }).waitFor()

    await page.getByRole('link', { name: text.login, exact: true }).click()
    await main.getByRole('button', { name: text.provider }).click()
    await page.locator('#name').fill(text.name)
    await page.locator('button[value=sign-in]').click()
    await page.getByRole('banner').getByText(text.name, { exact: true }).waitFor()

    await page.goto(site.url)
    await main.getByRole('link', { name: text.vote, exact: true }).first().click()
    await page.getByRole('radio', { name: text.direction, exact: true }).check()
    await main.getByRole('button', { name: text.submit, exact: true }).click()
    await alerts(page).getByText(text.saved, { exact: true }).waitFor()

    await page.goto(site.url)
    const call = region(text.call).filter({ hasText: text.direction })
    await expect.poll(() => textOf(call)).toMatch(text.worth)
    for (const name of text.next) await call.getByText(name, { exact: true }).waitFor()

    await page.goto('about:blank')
    await server.jump(text.round.targetDate)
    await page.goto(site.url)
    const banner = region(text.banner)
    await advanceUntil(server, text.round.returns, () => banner.waitFor())
    expect(await textOf(banner)).toMatch(text.result)

    await page.goto(`${site.url}/profile`)
    await page.getByRole('link', { name: text.record }).click()
    await page.getByRole('heading', { level: 1, name: text.name }).waitFor()
    await page.getByText(text.early, { exact: true }).waitFor()
    expect(await textOf(region(text.calls))).toMatch(text.settled)
  })
}
