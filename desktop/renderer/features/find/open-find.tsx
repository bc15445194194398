import { createRoot } from 'react-dom/client'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { ServicesProvider } from '#desktop/renderer/platform/services-provider.tsx'
import { FindBar } from './find-bar.tsx'

let close: (() => void) | null = null

/** Shows the find bar; again, it starts anew. */
export function openFind(services: Services): void {
  close?.()
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  close = () => {
    root.unmount()
    container.remove()
    close = null
  }
  root.render(
    <ServicesProvider services={services}>
      <FindBar onClose={() => close?.()} />
    </ServicesProvider>,
  )
}
