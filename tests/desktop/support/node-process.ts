import { chromium } from 'playwright'
import { chromiumFlags, ensureHeadlessShell } from '#build/setup/chromium.mjs'
import { startApp } from '#tests/desktop/stand-in/start.ts'
import { type JourneyOptions, runJourney } from './journey.ts'
import { onStandIn } from './on-stand-in.ts'

// node tests/desktop/support/node-process.ts API PROFILE
// Runs the journey with the app's main process in this Node. The server runs in the parent, which
// answers messages.
const [apiOrigin = '', profile = ''] = process.argv.slice(2)

/** Asks the parent to move the price, or for the id of the newest vote. */
function ask(question: { price: number } | 'newestVote'): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  process.once('message', (answer) => resolve(Number(answer)))
  process.send?.(question)
  return promise
}

const options: Pick<JourneyOptions, 'movePrice' | 'newestVote'> = {
  movePrice: async (price) => void (await ask({ price })),
  newestVote: () => ask('newestVote'),
}
const browser = await chromium.launch({
  executablePath: ensureHeadlessShell(),
  args: chromiumFlags,
})
try {
  await runJourney({
    ...options,
    browser,
    profile,
    locale: 'en-US',
    name: 'Nora',
    start: async (start) => onStandIn(await startApp({ browser, apiOrigin, ...start })),
  })
  console.log(`the journey ran on Node ${process.versions.node}`)
} finally {
  await browser.close()
  process.disconnect?.()
}
