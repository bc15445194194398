import { chromium } from 'playwright'
import { ensureHeadlessShell, chromiumFlags } from '#build/setup/chromium.mjs'
const B = 'http://127.0.0.1:4177'
const api = async (p: string) => (await fetch(`${B}/api/v1${p}`)).json()
const rounds = await api('/rounds')
const settled = rounds.posts.find((r: any) => r.status === 'settled')
const ranking = await api('/ranking?season=all')
const seasons = ranking.seasons
const best = ranking.posts.find((p: any) => p.calls > 50)
const few = ranking.posts.find((p: any) => p.calls > 0 && p.calls < 12)
const paths: Record<string,string> = { ranking: '/ranking', frozen: `/ranking?season=${seasons[1]}`, rounds: '/rounds', round: `/rounds/${settled.refDate.slice(0,10)}`, u: `/u/${best.uniqueCode}`, few: `/u/${few.uniqueCode}`, rules: '/rules' }
console.log(paths)
const only = process.argv[2]?.split(',')
const browser = await chromium.launch({ executablePath: ensureHeadlessShell(), args: chromiumFlags })
const modes: [string, any][] = [['wide-light-en', {w:1440, scheme:'light', locale:'en-US'}], ['phone-dark-ko', {w:375, scheme:'dark', locale:'ko-KR'}], ...(process.argv[3] ? [['phone-light-en', {w:375, scheme:'light', locale:'en-US'}], ['wide-dark-ko', {w:1440, scheme:'dark', locale:'ko-KR'}]] as [string, any][] : [])]
for (const [mode, {w, scheme, locale}] of modes) {
  const context = await browser.newContext({ viewport: {width: w, height: 900}, colorScheme: scheme, locale, timezoneId: 'Asia/Seoul' })
  await context.addInitScript((l) => localStorage.setItem('userLocale', l), locale.slice(0,2))
  const page = await context.newPage()
  for (const [name, path] of Object.entries(paths)) {
    if (only && only[0] && !only.includes(name)) continue
    await page.goto(B + path); await page.waitForTimeout(1500)
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (over > 0) console.log(mode, name, 'overflows', over)
    await page.screenshot({ path: `/tmp/demo/${name}-${mode}.png`, fullPage: true })
  }
  await context.close()
}
await browser.close()
