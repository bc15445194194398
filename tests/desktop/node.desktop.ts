import { expect, test } from 'bun:test'
import { ensureElectronNode } from '#build/setup/electron-node.mjs'
import { fromRoot } from '#build/setup/project.mjs'
import { KEYCHAIN_SERVICE } from './support/journey.ts'
import { clearKeychain } from './support/keychain-items.ts'
import { setUpDesktopSite } from './support/set-up-desktop-site.ts'

const site = setUpDesktopSite({ price: 100_000 })

/** The other tests run the main process on Bun, whose Node is an imitation. */
test("the main process runs on Electron's Node, from sign-in to logout", async () => {
  await clearKeychain(KEYCHAIN_SERVICE)
  const script = fromRoot('tests', 'desktop', 'support', 'node-process.ts')
  const run = Bun.spawn([ensureElectronNode(), script, site.server.url, site.profile.folder], {
    serialization: 'json',
    stdout: 'pipe',
    stderr: 'pipe',
    ipc(question, child) {
      if (question === 'newestVote') return void site.newestVote().then((id) => child.send(id))
      site.movePrice(Number(question.price))
      child.send(0)
    },
  })
  const [printed, complaint] = await Promise.all([
    new Response(run.stdout).text(),
    new Response(run.stderr).text(),
  ])
  expect(`${complaint}${printed}`).toContain('the journey ran on Node 24.')
  expect(await run.exited).toBe(0)
}, 180_000)
