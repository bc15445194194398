import type { App } from 'electron'
import { versionWithCommit } from '#desktop/main/app/version.ts'
import { type AppSettings, onSettingChange } from '#desktop/main/settings/settings.ts'
import { menuTexts } from '#shared/i18n/desktop/menu.ts'
import { translator } from '#shared/i18n/text.ts'

interface AboutOptions {
  app: Pick<App, 'getVersion' | 'getAppPath' | 'setAboutPanelOptions'>
  settings: AppSettings
  /** The website; Linux shows it. */
  website: string
  /** Path of a PNG; Linux and Windows show it. */
  iconPath: string
}

/** Sets the content of the about panel, in the language of the app. Returns the function that stops. */
export function setAboutPanel({ app, settings, website, iconPath }: AboutOptions): () => void {
  const show = () => {
    const t = translator(menuTexts, settings.locale())
    app.setAboutPanelOptions({
      applicationName: t('menu.app'),
      applicationVersion: versionWithCommit(app),
      copyright: t('about.copyright'),
      website,
      iconPath,
    })
  }
  show()
  return onSettingChange(settings, 'locale', show)
}
