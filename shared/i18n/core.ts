import { en } from './en.ts'
import { ko } from './ko.ts'
import { type Translate, texts } from './text.ts'

/** What every screen needs; the texts of single screens lie beside it and load with them. */
export const coreTexts = texts(en, ko)

export type CoreTranslate = Translate<typeof en>
