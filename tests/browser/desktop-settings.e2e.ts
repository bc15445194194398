import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { DEFAULT_SETTINGS } from '#desktop/bridge/settings.ts'
import { findViolations, report } from './support/axe.ts'
import { type BridgeOptions, bridgeCalls, emit, openDesktopWindow } from './support/fake-bridge.ts'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'

const site = setUpSite()

const TEXTS = {
  'en-US': {
    settings: 'Settings',
    alerts: 'Alerts',
    band: 'The price leaves or enters the ±5% band',
    mute: 'Mute all alerts',
    login: 'Start when I log in to this computer',
    mini: 'Show the mini ticker',
    quiet: 'No price alerts from 23:00 to 08:00; what still holds at 08:00 comes then',
    soundOf: 'Results of my calls',
    knock: 'Knock',
    play: 'Play Knock: Results of my calls',
    volume: 'Volume',
    repeat: 'Repeat the sound until I respond, for a minute at most',
    digits: 'Show the price in the tray icon: 94.3 for 94,312',
    hide: 'Hide it at certain hours',
    from: 'From',
    friday: 'Fri',
    nextDay: 'The hours end on the next day.',
    desk: 'Desk',
    level: 'Alert price in USDT',
    malformed: 'Enter a price such as 65000 or 65000.50.',
    saved: 'Price alert set at 65,000.50 USDT.',
    remove: 'Remove the alert at 65,000.50',
    cleared: 'Price alert removed.',
    version: 'Version 1.2.3',
    install: 'Restart to update',
    notSaved: 'The setting could not be saved.',
  },
  'ko-KR': {
    settings: '설정',
    alerts: '알림',
    band: '가격이 ±5% 범위를 벗어나거나 들어올 때',
    mute: '모든 알림 끄기',
    login: '컴퓨터에 로그인할 때 시작',
    mini: '미니 시세창 보기',
    quiet: '23:00부터 08:00까지 가격 알림 받지 않기. 08:00에도 유효하면 그때 알림',
    soundOf: '내 예측 결과',
    knock: '노크',
    play: '노크 듣기: 내 예측 결과',
    volume: '소리 크기',
    repeat: '응답할 때까지 소리 반복(최대 1분)',
    digits: '트레이 아이콘에 가격 표시 (94,312는 94.3)',
    hide: '정한 시간에 숨기기',
    from: '시작',
    friday: '금',
    nextDay: '다음 날 끝납니다.',
    desk: '데스크',
    level: '알림 가격(USDT)',
    malformed: '65000이나 65000.50처럼 가격을 입력하세요.',
    saved: '알림 가격을 65,000.50 USDT로 정했습니다.',
    remove: '65,000.50 알림 삭제',
    cleared: '알림 가격을 지웠습니다.',
    version: '버전 1.2.3',
    install: '다시 시작하여 업데이트',
    notSaved: '설정을 저장하지 못했습니다.',
  },
} as const

async function openSettings(locale: keyof typeof TEXTS, bridge: BridgeOptions = {}): Promise<Page> {
  const options = { locale, path: '/donation', reducedMotion: 'reduce' } as const
  const { page } = await openDesktopWindow(site, bridge, options)
  await page.getByRole('banner').getByRole('button', { name: TEXTS[locale].settings }).click()
  await page.getByRole('group', { name: TEXTS[locale].alerts }).waitFor()
  return page
}

declare global {
  interface Window {
    /** Sounds that the page has begun to play. */
    heard: { length: number; gain: number }[]
  }
}

/** Records what the page plays from now on. */
const recordSounds = (page: Page) =>
  page.evaluate(() => {
    window.heard = []
    const { start, connect } = AudioBufferSourceNode.prototype
    let gain = 0
    AudioBufferSourceNode.prototype.connect = function connectTo(to: AudioNode | AudioParam) {
      if (to instanceof GainNode) gain = to.gain.value
      return Reflect.apply(connect, this, [to])
    }
    AudioBufferSourceNode.prototype.start = function startNow() {
      window.heard.push({ length: this.buffer?.duration ?? 0, gain })
      Reflect.apply(start, this, [])
    }
  })

const written = (page: Page, part: string) =>
  page.waitForFunction((call) => window.fake.calls.includes(call), `settings:write ${part}`)

for (const locale of ['en-US', 'ko-KR'] as const) {
  test.describe(`the settings of the app in ${locale}`, fullIf(locale === 'ko-KR'), () => {
    const words = TEXTS[locale]

    test('are applied one by one, immediately', async () => {
      const page = await openSettings(locale)
      await page.getByRole('checkbox', { name: words.band }).uncheck()
      const alerts = '{"band":false,"level":true}'
      await written(page, `{"alerts":${alerts}}`)
      await page.getByRole('checkbox', { name: words.mute }).check()
      await written(page, '{"isMuted":true}')
      await page.getByRole('checkbox', { name: words.login }).check()
      await written(page, '{"startAtLogin":true}')
      await page.getByRole('checkbox', { name: words.mini }).check()
      await written(page, '{"isMiniOpen":true}')
      await page.getByRole('checkbox', { name: words.digits }).check()
      await written(page, '{"hasTrayDigits":true}')
      await page.getByRole('radio', { name: words.desk }).check()
      await written(page, '{"startScreen":"desk"}')
      await expect(page.getByRole('checkbox', { name: words.band })).not.toBeChecked()
    })

    test('hide the ticker at certain hours, by keyboard', async () => {
      const page = await openSettings(locale)
      const hours = (from: string, days: number[]) =>
        written(
          page,
          `{"miniHiddenHours":${JSON.stringify({ isOn: true, from, to: '18:00', days })}}`,
        )
      const from = page.getByLabel(words.from, { exact: true })
      await expect(from).toHaveCount(0)
      await page.getByRole('checkbox', { name: words.hide }).press('Space')
      await hours('09:00', [1, 2, 3, 4, 5])
      await page.keyboard.press('Tab')
      await expect(from).toBeFocused()
      await expect(page.getByText(words.nextDay)).toHaveCount(0)
      await page.keyboard.type('1030PM')
      await hours('22:30', [1, 2, 3, 4, 5])
      await expect(from).toHaveValue('22:30')
      await page.getByText(words.nextDay).waitFor()
      // An incomplete time is not saved.
      await from.press('Backspace')
      await page.getByRole('checkbox', { name: words.friday, exact: true }).press('Space')
      await hours('22:30', [1, 2, 3, 4])
      await expect(from).toHaveValue('22:30')
      expect(report(await findViolations(page, 'hidden hours'))).toBe('')
    })

    test('accept a price level and reject a malformed one', async () => {
      const page = await openSettings(locale)
      const field = page.getByRole('textbox', { name: words.level })
      await field.fill('a lot')
      await field.press('Enter')
      await page.getByText(words.malformed).waitFor()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await field.fill('65,000.5')
      await field.press('Enter')
      await page.getByText(words.saved).waitFor()
      await expect(field).toHaveValue('')
      await page.getByRole('button', { name: words.remove }).click()
      await page.getByText(words.cleared).waitFor()
      const calls = await bridgeCalls(page)
      const level = '{"price":"65000.5","note":"","isOnce":false,"sound":"default"}'
      expect(calls.filter((call) => call.includes('levels'))).toEqual([
        `settings:write {"levels":[${level}]}`,
        'settings:write {"levels":[]}',
      ])
    })

    test('choose and play the sounds of alerts', async () => {
      const page = await openSettings(locale, { system: 'win32' })
      await page.getByRole('checkbox', { name: words.quiet }).uncheck()
      await written(page, '{"hasQuietHours":false}')
      await expect(page.getByRole('button', { name: words.play })).toHaveCount(0)
      await page.getByRole('combobox', { name: words.soundOf }).selectOption(words.knock)
      const sounds = { ...DEFAULT_SETTINGS.sounds, settled: 'knock' }
      await written(page, JSON.stringify({ sounds }))
      await page.getByRole('slider', { name: words.volume }).fill('50')
      await written(page, '{"soundVolume":50}')
      await page.getByRole('checkbox', { name: words.repeat }).check()
      await written(page, '{"isSoundRepeated":true}')
      await recordSounds(page)
      await page.getByRole('button', { name: words.play }).click()
      // The seconds of the file, and the square of the volume.
      await expect
        .poll(() => page.evaluate(() => window.heard))
        .toEqual([{ length: 0.3, gain: 0.25 }])
    })

    test('follow changes of other windows and report a failed save', async () => {
      const page = await openSettings(locale, { rejectsSettings: true })
      const mute = page.getByRole('checkbox', { name: words.mute })
      await mute.click()
      await page.getByRole('alert').getByText(words.notSaved).waitFor()
      await expect(mute).not.toBeChecked()
      await emit(page, 'settings:changed', {
        ...DEFAULT_SETTINGS,
        levels: [{ price: '70000', note: 'Take profit', isOnce: true, sound: 'default' }],
        isMuted: true,
      })
      await expect(mute).toBeChecked()
      await page.getByText('70,000.00').waitFor()
      await page.getByText('Take profit').waitFor()
    })

    test('show the version and an available update', async () => {
      const page = await openSettings(locale)
      await page.getByText(words.version).waitFor()
      await emit(page, 'update:ready', '1.3.0')
      await page.getByRole('dialog').getByRole('button', { name: words.install }).click()
      await expect.poll(() => bridgeCalls(page)).toContain('update:install')
    })

    test('have no axe violation', async () => {
      const page = await openSettings(locale, { update: '1.3.0' })
      await page.getByRole('textbox', { name: words.level }).fill('nothing')
      await page.getByRole('textbox', { name: words.level }).press('Enter')
      await page.getByText(words.malformed).waitFor()
      expect(report(await findViolations(page, 'desktop settings'))).toBe('')
    })
  })
}

test('a browser has no app settings', async () => {
  const { page } = await site.open()
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('checkbox', { name: 'Share anonymous usage counts' }).waitFor()
  await expect(page.getByRole('group', { name: 'Alerts' })).toHaveCount(0)
})

test('a price level has a sound of its own', async () => {
  const page = await openSettings('en-US')
  await page.getByRole('textbox', { name: 'Alert price in USDT' }).fill('65000')
  await page.getByRole('combobox', { name: 'Sound', exact: true }).selectOption('Rise')
  await page.getByRole('button', { name: 'Play Rise: Sound' }).waitFor()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const level = '{"price":"65000","note":"","isOnce":false,"sound":"rise"}'
  await written(page, `{"levels":[${level}]}`)
  await expect(page.getByRole('listitem').filter({ hasText: '65,000.00' })).toContainText('Rise')
})

test('the volume of macOS is not set by the app', async () => {
  const page = await openSettings('en-US', { system: 'darwin' })
  await page.getByText('The volume is that of the alerts of macOS').waitFor()
  await expect(page.getByRole('slider', { name: 'Volume' })).toHaveCount(0)
})

test('a global shortcut that is taken is told, and another one is saved', async () => {
  const { page } = await openDesktopWindow(site, { takenShortcut: 'Control+Alt+T' })
  await page.getByRole('button', { name: 'Settings' }).click()
  const field = page.getByRole('textbox', { name: 'Show or hide the app' })
  await field.press('Control+Alt+KeyT')
  await page.getByText('Ctrl+Alt+T cannot be used').waitFor()
  await expect(field).toHaveValue('')
  await field.press('Control+Alt+KeyB')
  await expect(field).toHaveValue('Ctrl+Alt+B')
  await page.getByText('Ctrl+Alt+T cannot be used').waitFor({ state: 'hidden' })
  await page.getByRole('textbox', { name: 'Make a call', exact: true }).press('Control+Alt+KeyV')
  await expect
    .poll(() => bridgeCalls(page))
    .toContain('settings:write {"voteShortcut":"Control+Alt+V"}')
  await page.getByRole('button', { name: 'Clear: Make a call' }).click()
  await expect(page.getByRole('textbox', { name: 'Make a call', exact: true })).toHaveValue('')
})

test('a section is reset alone, and the Reset of the dialog resets all but the price levels', async () => {
  const level = { price: '70000', note: '', isOnce: false, sound: 'default' } as const
  const settings = {
    ...DEFAULT_SETTINGS,
    isMuted: true,
    miniSize: 'large' as const,
    startScreen: 'desk' as const,
    levels: [level],
  }
  const page = await openSettings('en-US', { settings })
  await page.getByRole('button', { name: 'Mini ticker', exact: true }).click()
  const mini = page.getByRole('group', { name: 'Mini ticker', exact: true })
  await expect(mini).toBeFocused()
  await expect(mini).toBeInViewport()
  await page.getByRole('button', { name: 'Reset: Mini ticker' }).click()
  await expect(page.getByRole('radio', { name: 'Medium' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Mute all alerts' })).toBeChecked()
  await page.getByRole('button', { name: 'Reset to defaults' }).click()
  await expect(page.getByRole('checkbox', { name: 'Mute all alerts' })).not.toBeChecked()
  await expect(page.getByRole('radio', { name: 'Home' })).toBeChecked()
  await page.getByText('70,000.00').waitFor()
})
