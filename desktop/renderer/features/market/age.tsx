import { useStore } from 'zustand'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'

/** Time since an instant (epoch ms) by the server's clock; renders once a minute. */
export function Age({ since }: { since: number }) {
  const { format } = useLanguage()
  const minutes = useStore(useServices().seconds, (now) => Math.floor((now - since) / 60_000))
  return <>{format.age(Math.max(0, minutes))}</>
}
