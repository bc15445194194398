import puppeteer from 'puppeteer-core'
import { findFirefox } from '#build/setup/other-engines.mjs'
import type { Engine } from './visit.ts'

/** Firefox by WebDriver BiDi, with an empty profile. */
export async function openFirefox(locale: string): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox() ?? 'firefox',
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': locale },
    env: { ...process.env, TZ: 'Asia/Seoul' },
  })
  const page = await browser.newPage()
  return {
    async open(url) {
      await page.goto(url, { waitUntil: 'load' })
    },
    elements: async (selector) =>
      (await page.$$(selector)).map((element) => ({
        text: async () => String(await (await element.getProperty('innerText')).jsonValue()),
        click: () => element.click(),
        type: (text) => element.type(text),
      })),
    close: () => browser.close(),
  }
}
