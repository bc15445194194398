import { en } from './en.ts'
import { ko } from './ko.ts'
import { type Translate, texts } from './text.ts'

/** Texts that every screen needs; texts of single screens are separate and load with them. */
export const coreTexts = texts(en, ko)

export type CoreTranslate = Translate<typeof en>
