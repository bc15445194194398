/** Application and operating system of a client, such as Chrome on Windows; empty when unknown. */
export interface Device {
  app: string
  system: string
}

/** Longer headers are cut before they are searched. */
const HEADER_MAX = 512

/** The first match counts: most browsers also name the ones that they resemble. */
const APPS: readonly [RegExp, string][] = [
  [/Tidemark\//i, 'Tidemark app'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Whale\//, 'Whale'],
  [/KAKAOTALK/, 'KakaoTalk'],
  [/NAVER\(/, 'Naver'],
  [/(Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/(OPR|OPiOS|OPT)\//, 'Opera'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPad/, 'iPadOS'],
  [/iPhone|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows|win32/, 'Windows'],
  [/Macintosh|darwin/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|linux/, 'Linux'],
]

const firstMatch = (names: readonly [RegExp, string][], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? ''

/** The device that a User-Agent header names. Browsers freeze versions, so none is read. */
export function deviceOf(userAgent: string | null): Device {
  const text = (userAgent ?? '').slice(0, HEADER_MAX)
  return { app: firstMatch(APPS, text), system: firstMatch(SYSTEMS, text) }
}
