import { useState } from 'react'
import { loadModule } from '#desktop/renderer/platform/lazy-module.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { showFailure } from './toast.ts'

/** A module that is loaded when it is opened, such as a dialog. */
export interface LazyModule<Module> {
  /** Set while it is open. */
  module: Module | null
  /** Whether it was loaded. */
  open: () => Promise<boolean>
  close: () => void
  /** Props of the button that opens it: pointer or focus prefetches the chunk. */
  prefetchProps: { onPointerEnter: () => void; onFocus: () => void }
}

/** Loads a module on demand; a failure is shown as a toast. */
export function useLazyModule<Module>(load: () => Promise<Module>): LazyModule<Module> {
  const { t } = useLanguage()
  const [module, setModule] = useState<Module | null>(null)
  // A failed prefetch is retried, and reported, by open().
  const prefetch = () => {
    load().catch(() => {})
  }
  return {
    module,
    async open() {
      try {
        const loaded = await loadModule(load)
        setModule(() => loaded)
        return true
      } catch (error) {
        const isUnreachable = error instanceof ApiFailure
        showFailure('partToast', t(isUnreachable ? 'state.unreachable' : 'state.failed'))
        return false
      }
    },
    close: () => setModule(null),
    prefetchProps: { onPointerEnter: prefetch, onFocus: prefetch },
  }
}
