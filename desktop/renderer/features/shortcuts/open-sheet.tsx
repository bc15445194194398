import { createRoot } from 'react-dom/client'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { ServicesProvider } from '#desktop/renderer/platform/services-provider.tsx'
import { ShortcutSheet } from './shortcut-sheet.tsx'

let isOpen = false

/** Shows the sheet in a root of its own: the layout, which home loads at once, does not know it. */
export function openSheet(services: Services): void {
  // Its key can be pressed twice while this module loads.
  if (isOpen) return
  isOpen = true
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const close = () => {
    root.unmount()
    container.remove()
    isOpen = false
  }
  root.render(
    <ServicesProvider services={services}>
      <ShortcutSheet onClose={close} />
    </ServicesProvider>,
  )
}
