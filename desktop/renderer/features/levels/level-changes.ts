import type { PriceLevel as LocalLevel } from '#desktop/bridge/settings.ts'
import { MAX_LEVELS } from '#desktop/bridge/settings.ts'
import { useSaveSettings } from '#desktop/renderer/features/settings/use-save-settings.ts'
import type { DesktopFeatures } from '#desktop/renderer/platform/platform.ts'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { PriceLevel, PriceLevelBody } from '#shared/contract/alerts.ts'
import { levelTexts } from '#shared/i18n/screens/levels.ts'
import { compareDecimals } from '#shared/rules/decimal.ts'
import { areLevelsNear } from '#shared/rules/price-level.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { useAddLevel, useRemoveLevel, useReplaceLevel } from './api.ts'
import type { OwnLevel } from './own-levels.ts'
import { useRefusal } from './use-refusal.ts'

/** Outcome of a change: how to undo it, or why it was refused; an empty text when that was shown. */
export type Outcome = { undo: () => Promise<Outcome> } | { refusal: string }

/** Changes of the viewer's levels. Prices are decimal strings; none of them rejects. */
export interface LevelChanges {
  /** Adds a level that notifies once, with the default sound. */
  add(price: string): Promise<Outcome>
  move(level: OwnLevel, price: string): Promise<Outcome>
  remove(level: OwnLevel): Promise<Outcome>
}

/** Refusals of the server, which the app's own list gives too. */
const NEAR = new ApiFailure(409, 'LEVEL_NEAR', '')
const GONE = new ApiFailure(404, 'NOT_FOUND', '')
/** Days until a level ends, at most. */
const DAYS_MAX = 90

/** Sets a level again, until the day on which it ended before. `now` is epoch ms. */
export function bodyOf(level: PriceLevel, now: number): PriceLevelBody {
  const { price, note, sound, repeats, expires } = level
  const left = Math.ceil((Date.parse(expires) - now) / DAY_MS)
  return { price, note, sound, repeats, days: Math.min(DAYS_MAX, Math.max(1, left)) }
}

/** Changes of the levels of an account. */
export function useAccountChanges(userId: number): LevelChanges {
  const { queries, clock } = useServices()
  const refusalOf = useRefusal()
  const { mutateAsync: post } = useAddLevel(userId)
  const { mutateAsync: put } = useReplaceLevel(userId)
  const { mutateAsync: del } = useRemoveLevel(userId)
  const known = () => queries.getQueryData<PriceLevel[]>(queryKeys.levels(userId)) ?? []
  const attempt = async (change: () => Promise<() => Promise<Outcome>>): Promise<Outcome> => {
    try {
      return { undo: await change() }
    } catch (error) {
      return { refusal: await refusalOf(error) }
    }
  }
  const add = (body: PriceLevelBody): Promise<Outcome> =>
    attempt(async () => {
      // The server would answer with the level that is there, and undoing would remove that one.
      if (known().some(({ price }) => compareDecimals(price, body.price) === 0)) throw NEAR
      const added = await post(body)
      return () => remove(added)
    })
  const remove = (level: PriceLevel): Promise<Outcome> =>
    attempt(async () => {
      await del(level)
      return () => add(bodyOf(level, clock.now()))
    })
  const move = (level: PriceLevel, price: string): Promise<Outcome> =>
    attempt(async () => {
      await put({ id: level.id, body: { ...bodyOf(level, clock.now()), price } })
      return () => move({ ...level, price }, level.price)
    })
  const change = async (key: string, make: (level: PriceLevel) => Promise<Outcome>) => {
    const level = known().find(({ id }) => `${id}` === key)
    return level ? make(level) : { refusal: await refusalOf(GONE) }
  }
  return {
    add: (price) => add({ price }),
    move: ({ key }, price) => change(key, (level) => move(level, price)),
    remove: ({ key }) => change(key, remove),
  }
}

/** Changes of the levels of this computer, for a guest of the app. */
export function useLocalChanges(desktop: DesktopFeatures): LevelChanges {
  const t = useTexts(levelTexts)
  const refusalOf = useRefusal()
  const save = useSaveSettings(desktop)
  const known = () => desktop.settings.getState().levels
  const write = async (levels: LocalLevel[], undo: () => Promise<Outcome>): Promise<Outcome> =>
    (await save({ levels })) ? { undo } : { refusal: '' }
  const insert = async (level: LocalLevel, at: number): Promise<Outcome> => {
    const levels = known()
    if (levels.length >= MAX_LEVELS) return { refusal: t('level.full') }
    if (isNear(level.price, levels)) return { refusal: await refusalOf(NEAR) }
    return write(levels.toSpliced(at, 0, level), () => remove(level))
  }
  const remove = async ({ price }: Pick<LocalLevel, 'price'>): Promise<Outcome> => {
    const levels = known()
    const index = levels.findIndex((level) => level.price === price)
    const level = levels[index]
    if (!level) return { refusal: await refusalOf(GONE) }
    return write(levels.toSpliced(index, 1), () => insert(level, index))
  }
  const move = async (from: string, price: string): Promise<Outcome> => {
    const levels = known()
    const index = levels.findIndex((level) => level.price === from)
    const level = levels[index]
    if (!level) return { refusal: await refusalOf(GONE) }
    if (isNear(price, levels.toSpliced(index, 1))) return { refusal: await refusalOf(NEAR) }
    return write(levels.with(index, { ...level, price }), () => move(price, from))
  }
  return {
    add: (price) => insert({ price, note: '', isOnce: true, sound: 'default' }, known().length),
    move: ({ price }, to) => move(price, to),
    remove,
  }
}

const isNear = (price: string, levels: readonly LocalLevel[]) =>
  levels.some((level) => areLevelsNear(level.price, price))
