import { useStore } from 'zustand'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'

/** Time since an instant (epoch ms) by the server's clock; renders once a minute. */
export function Age({ since }: { since: number }) {
  const { format } = useLanguage()
  const { seconds, clock } = useServices()
  const minutes = useStore(seconds, () => Math.floor((clock.now() - since) / 60_000))
  return <>{format.age(Math.max(0, minutes))}</>
}
