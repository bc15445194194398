import { texts } from '#shared/i18n/text.ts'

/** The ad slots. */
export const adsTexts = texts({ 'ads.label': 'Ad' }, { 'ads.label': '광고' })
