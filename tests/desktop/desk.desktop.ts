import { expect, test } from 'bun:test'
import { castVote } from '#tests/support/account-world.ts'
import { setUpDesktopSite } from './support/set-up-desktop-site.ts'

const site = setUpDesktopSite()

test('the votes of others reach the desk through the main process, without a request of the window', async () => {
  await castVote(site.server, await site.server.person('Voter 0'))
  const app = await site.start({ args: ['tidemark://desk'] })
  const page = await app.page()
  await page.setViewportSize({ width: 1280, height: 800 })
  const rows = page.getByRole('region', { name: 'Live', exact: true }).getByRole('listitem')
  await rows.filter({ hasText: 'Voter 0' }).waitFor()
  let requests = 0
  page.on('request', (request) => {
    if (/\/votes\?/.test(request.url())) requests += 1
  })
  // The first votes may come before the server knows that this app wants them.
  const fetched: number[] = []
  for (let voter = 1; voter <= 4; voter++) {
    requests = 0
    await castVote(site.server, await site.server.person(`Voter ${voter}`))
    await rows.filter({ hasText: `Voter ${voter}` }).waitFor()
    fetched.push(requests)
  }
  expect(fetched.at(-1)).toBe(0)
  expect(await app.quit()).toEqual([])
})
