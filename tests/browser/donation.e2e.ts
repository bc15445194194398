import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'
import type { SitePageOptions } from './support/site.ts'
import { reload } from './support/until-ready.ts'

// Examples of BIP-173 and EIP-55, which nobody should use.
const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const ETH = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

const site = setUpSite({ settings: { DONATION_BTC: BTC, DONATION_ETH: ETH } })

const PHONE = { width: 375, height: 812 }
const address = (page: Page, coin: string) => page.getByRole('textbox', { name: `${coin} address` })
const heart = (page: Page) => page.getByRole('button', { name: 'Send a heart' })
const label = (page: Page, coin: string) =>
  page.getByRole('button', { name: `${coin}: select the address` })
const copy = (page: Page, coin: string) =>
  page.getByRole('button', { name: `Copy the ${coin} address` })
const copied = (page: Page) => page.getByRole('status').getByText('Address copied to clipboard!')

async function openDonation(options: SitePageOptions = {}) {
  const opened = await site.open({ path: '/donation', ...options })
  await opened.page.getByRole('textbox').first().waitFor()
  return opened
}

const allowReading = (page: Page) =>
  page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test.describe('the addresses', () => {
  test('are shown in read-only fields', async () => {
    const { page } = await openDonation()
    await expect(page).toHaveTitle('Donation · Tidemark')
    for (const [coin, text] of [
      ['BTC', BTC],
      ['ETH', ETH],
    ] as const) {
      await expect(address(page, coin)).toHaveValue(text)
      await expect.poll(() => address(page, coin).isEditable()).toBe(false)
    }
    await label(page, 'ETH').click()
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(ETH)
  })

  test('are shown in Korean on a phone without horizontal scrolling', {
    tag: '@chromium',
  }, async () => {
    const { page } = await openDonation({ locale: 'ko-KR', viewport: PHONE })
    await expect(page).toHaveTitle('후원 · 타이드마크')
    await expect(page.getByRole('textbox', { name: 'BTC 주소' })).toHaveValue(BTC)
    await expect(page.getByRole('textbox', { name: 'ETH 주소' })).toHaveValue(ETH)
    await page.getByText('후원은 자발적이며 환불되지 않습니다.').waitFor()
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(widths).toEqual([375, 375])
    await allowReading(page)
    await page.getByRole('button', { name: 'ETH 주소 복사' }).click()
    await page.getByRole('status').getByText('주소를 클립보드에 복사했습니다!').waitFor()
    await expect.poll(() => clipboard(page)).toBe(ETH)
  })

  test('can be reloaded after a failure', async () => {
    const { page, pageErrors } = await site.open({ path: '/login' })
    const held = Promise.withResolvers<void>()
    await page.route('**/api/v1/site', async (route) => {
      await held.promise
      await route.fulfill({ status: 500 })
    })
    await page.getByRole('link', { name: 'Donation' }).click()
    await page.getByRole('main').getByText('Loading').waitFor()
    held.resolve()
    await page.getByText('This could not be loaded. The server cannot be reached.').waitFor()
    await page.unroute('**/api/v1/site')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(address(page, 'BTC')).toHaveValue(BTC)
    pageErrors.splice(0)
  })

  test('show a message where none is configured', async () => {
    const { page } = await site.open({ path: '/login' })
    await page.route('**/api/v1/site', async (route) => {
      const reply = await route.fetch()
      const { ads } = await reply.json()
      await route.fulfill({
        response: reply,
        json: { donation: { btc: null, eth: ETH, isExample: false }, ads },
      })
    })
    await page.getByRole('link', { name: 'Donation' }).click()
    const bitcoin = page.getByRole('region', { name: 'Bitcoin' })
    await bitcoin.getByText('No address is set up for this coin.').waitFor()
    await expect(bitcoin.getByRole('textbox')).toHaveCount(0)
    await expect(bitcoin.getByRole('button')).toHaveCount(0)
    await expect(address(page, 'ETH')).toHaveValue(ETH)
    await page.getByLabel('Language').selectOption('한국어')
    await page.getByText('이 코인의 주소가 설정되어 있지 않습니다.').waitFor()
  })
})

test.describe('examples', () => {
  test('are marked where no address is configured', async () => {
    const { page } = await site.open({ path: '/login' })
    await page.route('**/api/v1/site', async (route) => {
      const reply = await route.fetch()
      const { ads } = await reply.json()
      const donation = { btc: BTC, eth: ETH, isExample: true }
      await route.fulfill({ response: reply, json: { donation, ads } })
    })
    await page.getByRole('link', { name: 'Donation' }).click()
    const warning = page.getByText('Example address. Do not send anything: nobody can spend it.')
    await warning.first().waitFor()
    await expect(warning).toHaveCount(2)
    await page.getByLabel('Language').selectOption('한국어')
    await page.getByText('예시 주소입니다.').first().waitFor()
  })
})

test.describe('copying', () => {
  test('copies the address and confirms it for two seconds', {
    tag: '@chromium',
  }, async () => {
    const { page } = await openDonation()
    await allowReading(page)
    await page.clock.install()
    await reload(page)
    await copy(page, 'BTC').click()
    await copied(page).waitFor()
    await expect.poll(() => clipboard(page)).toBe(BTC)
    await page.clock.fastForward(2_000)
    await copied(page).waitFor({ state: 'hidden' })
  })

  test('sends an analytics event without the address', async () => {
    const { page } = await openDonation()
    await allowReading(page)
    const counted = page.waitForRequest((request) => {
      const body = request.postData() ?? ''
      return request.url().endsWith('/events') && body.includes('copy_address')
    })
    await copy(page, 'ETH').click()
    const body = (await counted).postData()
    expect(body).toContain('"route":"/donation"')
    expect(body).not.toContain(ETH)
  })

  test('works without permission to write to the clipboard', {
    tag: '@chromium',
  }, async () => {
    const { page } = await openDonation()
    const browser = await page.context().newCDPSession(page)
    await browser.send('Browser.setPermission', {
      permission: { name: 'clipboard-write' },
      setting: 'denied',
      origin: site.url,
    })
    await copy(page, 'BTC').click()
    await copied(page).waitFor()
    await page.keyboard.press('Tab')
    await page.context().grantPermissions(['clipboard-read'])
    await expect.poll(() => clipboard(page)).toBe(BTC)
  })

  for (const [locale, name, text] of [
    ['en-US', 'Copy', 'Copy failed'],
    ['ko-KR', '복사', '복사하지 못했습니다'],
  ] as const) {
    test(
      `selects the address and shows the failure in ${locale}`,
      fullIf(locale === 'ko-KR'),
      async () => {
        const { page } = await openDonation({ locale })
        await page.evaluate(() => {
          navigator.clipboard.writeText = () =>
            Promise.reject(new DOMException('', 'NotAllowedError'))
          document.execCommand = () => false
        })
        await page.getByRole('button', { name }).first().click()
        await page.getByRole('alert').getByText(text).waitFor()
        await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(BTC)
      },
    )
  }
})

test.describe('the hidden sequence', () => {
  /** Replies for the block explorers and records the opened URLs. */
  async function openWithExplorers() {
    const { page } = await openDonation()
    const opened: string[] = []
    await page.context().route(/mempool\.space|etherscan\.io/, (route) => {
      opened.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: '<p>explorer</p>' })
    })
    return { page, opened }
  }

  for (const [coin, url] of [
    ['BTC', `https://mempool.space/address/${BTC}`],
    ['ETH', `https://etherscan.io/address/${ETH}`],
  ] as const) {
    test(`opens the ${coin} address in a block explorer in a new tab`, {
      tag: '@chromium',
    }, async () => {
      const { page, opened } = await openWithExplorers()
      await heart(page).click()
      await page.getByRole('status').getByText('Thank you!').waitFor()
      await heart(page).click()
      await label(page, coin).click()
      const tab = page.context().waitForEvent('page')
      // The toast may be gone before the tab has been looked at.
      const toast = copied(page).waitFor()
      await copy(page, coin).click()
      const explorer = await tab
      await explorer.getByText('explorer').waitFor()
      expect(opened).toEqual([url])
      await expect
        .poll(() => explorer.evaluate(() => [window.opener, document.referrer]))
        .toEqual([null, ''])
      await toast
    })
  }

  test('works by keyboard', async () => {
    const { page } = await openWithExplorers()
    await heart(page).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const tab = page.context().waitForEvent('page')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await (await tab).getByText('explorer').waitFor()
  })

  test('resets after five seconds and after any other click', { tag: '@chromium' }, async () => {
    const { page, opened } = await openWithExplorers()
    await page.clock.install()
    await reload(page)
    const play = async (between: () => Promise<void>) => {
      await heart(page).click()
      await heart(page).click()
      await label(page, 'BTC').click()
      await between()
      await copy(page, 'BTC').click()
      await copied(page).waitFor()
    }
    await play(() => page.clock.fastForward(5_000))
    await play(() => page.getByRole('heading', { level: 1 }).click())
    await play(() => label(page, 'ETH').click())
    expect(page.context().pages().length).toBe(1)
    const tab = page.context().waitForEvent('page')
    await play(async () => {})
    await (await tab).getByText('explorer').waitFor()
    expect(opened.length).toBe(1)
  })
})
