import { expect, test } from 'playwright/test'
import { setUpSite } from './support/set-up-site.ts'

const site = setUpSite({ seeded: true })

/** From the reply to a vote until others see it (ms). */
const MAX_DELAY_MS = 1_000
const VOTES = 20
/** Pauses between votes, so that they meet every phase of the pauses between messages and fetches. */
const pauseOf = (index: number) => 40 + ((index * 137) % 1_100)

test('shows each vote of somebody else within a second', { tag: '@full' }, async () => {
  const { page } = await site.open({ path: '/desk', viewport: { width: 1920, height: 1080 } })
  const live = page.getByRole('region', { name: 'Live', exact: true })
  await live.getByRole('listitem').first().waitFor()
  const names = Array.from({ length: VOTES }, (_, index) => `Voter ${index} of ${VOTES}`)
  const voters = await Promise.all(names.map((name) => site.apiUser(name)))
  // Both clocks are this machine's.
  await page.evaluate(() => {
    const seen = new Map<string, number>()
    Object.assign(window, { seen })
    const look = () => {
      for (const row of document.querySelectorAll('[data-panel] li')) {
        const name = row.textContent?.match(/Voter \d+ of \d+/)?.[0]
        if (name && !seen.has(name)) seen.set(name, Date.now())
      }
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true })
  })
  const votedAt: number[] = []
  for (const [index, voter] of voters.entries()) {
    await voter.vote('up', '')
    votedAt.push(Date.now())
    await new Promise((resolve) => setTimeout(resolve, pauseOf(index)))
  }
  await live.getByText(names.at(-1) ?? '').waitFor()
  const seen = await page.evaluate(() => [...Reflect.get(window, 'seen')])
  const seenAt = new Map<string, number>(seen)
  const delays = names.map((name, index) => (seenAt.get(name) ?? Infinity) - (votedAt[index] ?? 0))
  const sorted = delays.toSorted((a, b) => a - b)
  console.log(`delays in ms: ${sorted.join(' ')}`)
  expect(Math.max(...delays)).toBeLessThanOrEqual(MAX_DELAY_MS)
})
