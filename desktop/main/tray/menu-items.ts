import type { MenuItem, TrayActions } from './electron-parts.ts'
import type { TrayAct, TrayLine } from './menu-lines.ts'

function doing(act: TrayAct, actions: TrayActions): () => void {
  const does: Record<TrayAct, () => void> = {
    open: () => actions.open(),
    vote: () => actions.open('/vote/write'),
    votes: () => actions.open('/vote'),
    mini: () => actions.toggleMini(),
    mute: () => actions.toggleMute(),
    quit: () => actions.quit(),
  }
  return does[act]
}

/** An ampersand marks a shortcut in menus, unless it is doubled. */
const plain = (label: string) => label.replaceAll('&', '&&')

/** The lines as items of a native menu. */
export function menuItems(lines: readonly TrayLine[], actions: TrayActions): MenuItem[] {
  return lines.map((line): MenuItem => {
    if (line.kind === 'separator') return { type: 'separator' }
    const { act, isOn } = line
    return {
      type: isOn === undefined ? 'normal' : 'checkbox',
      label: plain(line.label),
      enabled: act !== null,
      ...(isOn !== undefined && { checked: isOn }),
      ...(act && { click: doing(act, actions) }),
    }
  })
}
