import { useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { DesktopSettings } from '#desktop/bridge/settings.ts'
import { useServices, useSession } from '#desktop/renderer/platform/services.ts'
import { useAccountLevels } from './use-account-levels.ts'

/** A price level of the account, or of this computer for a guest of the app. */
export interface OwnLevel {
  /** Stays while the price changes. */
  key: string
  /** A decimal string. */
  price: string
}

type WithLevels = Pick<DesktopSettings, 'levels'>
const WITHOUT: Pick<
  StoreApi<WithLevels>,
  'getState' | 'getInitialState' | 'subscribe'
> = createStore<WithLevels>(() => ({ levels: [] }))

/** The viewer's price levels, oldest first; none while they are not needed, and for a guest of a browser. */
export function useOwnLevels(isNeeded: boolean): readonly OwnLevel[] {
  const { desktop } = useServices().platform
  const session = useSession()
  const userId = session.status === 'user' ? session.user.id : null
  const { data } = useAccountLevels(isNeeded ? userId : null)
  const settings: typeof WITHOUT = desktop?.settings ?? WITHOUT
  const local = useStore(settings, ({ levels }) => levels)
  const isGuest = isNeeded && session.status === 'guest'
  return useMemo(() => {
    const own = data?.toSorted((one, other) => one.id - other.id)
    if (own) return own.map(({ id, price }) => ({ key: `${id}`, price }))
    return isGuest ? local.map(({ price }, index) => ({ key: `${index}`, price })) : []
  }, [data, local, isGuest])
}
