import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { $ } from 'bun'
import { Builder, By, Capabilities } from 'selenium-webdriver'
import { freePort } from '#build/setup/free-port.mjs'
import { findMiniBrowser } from '#build/setup/other-engines.mjs'
import type { Engine } from './visit.ts'

/** WebKitGTK by its WebDriver, on the display of this process. */
export async function openWebKit(locale: string): Promise<Engine> {
  const port = await freePort()
  const name = locale.replace('-', '_')
  const language = `${name}.UTF-8`
  const locales = mkdtempSync(join(tmpdir(), 'tidemark-locale-'))
  // WebKit's language is the process's locale, which has to exist.
  await $`localedef -i ${name} -f UTF-8 ${join(locales, language)}`.quiet()
  const server = Bun.spawn(['WebKitWebDriver', `--port=${port}`], {
    env: {
      ...process.env,
      TZ: 'Asia/Seoul',
      LOCPATH: locales,
      LANG: language,
      LC_ALL: language,
      LANGUAGE: language,
      // WebKit's sandbox does not work as root.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const options = { binary: findMiniBrowser(), args: ['--automation'] }
  const driver = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(
      new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options }),
    )
    .build()
  return {
    open: (url) => driver.get(url),
    elements: async (selector) =>
      (await driver.findElements(By.css(selector))).map((element) => ({
        text: async () => String(await element.getProperty('innerText')),
        click: () => element.click(),
        type: (text) => element.sendKeys(text),
      })),
    async close() {
      await driver.quit()
      server.kill()
      await server.exited
      rmSync(locales, { recursive: true, force: true })
    },
  }
}
