import { afterEach, beforeEach, describe, test } from 'bun:test'
import { advanceUntil } from '#tests/browser/support/advance-until.ts'
import { NEWCOMERS } from '#tests/browser/support/newcomers.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { openFirefox } from './firefox.ts'
import { createVisit, type Visit } from './visit.ts'
import { openWebKit } from './webkit.ts'

const MINUTES = 180_000

const ENGINES = [
  ['Firefox', openFirefox],
  ['WebKitGTK', openWebKit],
] as const

describe.each(ENGINES)('a newcomer in %s', (_name, openEngine) => {
  let server: TestServer
  let visit: Visit | undefined

  beforeEach(async () => {
    server = await startTestServer()
  })
  afterEach(async () => {
    await visit?.close()
    visit = undefined
    await server.stop()
  })

  test.each(NEWCOMERS.map((text) => [text.locale, text] as const))(
    'learns the rules, calls, returns and finds the result (%s)',
    async (locale, text) => {
      const { targetDate, returns } = text.round
      visit = createVisit(await openEngine(locale))
      const { open, see, click, type } = visit

      await open(server.url)
      await see({ selector: 'main section', text: new RegExp(text.stepsText.source.slice(1), 'u') })
      await click({ selector: `main section[aria-label="${text.steps}"] a` })
      await see({ selector: 'h1', text: text.rulesTitle })
      await see({ selector: 'h2', text: text.fairness })

      await click({ selector: 'a', text: text.login })
      await click({ selector: 'main button', text: text.provider })
      await type('#name', text.name)
      await click({ selector: 'button[value=sign-in]' })
      await see({ selector: 'header', text: new RegExp(text.name, 'u') })

      await open(server.url)
      await click({ selector: 'main a', text: text.vote })
      await click({ selector: 'label', text: new RegExp(`^(■ )?${text.direction}`, 'u') })
      await click({ selector: 'main button', text: text.submit })
      await see({ selector: '[role=alert], [role=status]', text: new RegExp(text.saved, 'u') })

      await open(server.url)
      await see({ selector: 'main section', text: text.worth })

      await server.jump(targetDate)
      await open(server.url)
      const banner = () => see({ selector: 'section', text: new RegExp(text.banner, 'u') })
      await advanceUntil(server, returns, banner)
      await see({ selector: 'section', text: text.result })

      await open(`${server.url}/profile`)
      await click({ selector: 'a', text: text.record })
      await see({ selector: 'h1', text: new RegExp(`^${text.name}`, 'u') })
      await see({ selector: 'main', text: text.settled })
      await see({ selector: 'main', text: new RegExp(text.early, 'u') })
    },
    MINUTES,
  )
})
