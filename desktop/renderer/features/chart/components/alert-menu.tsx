import { flushSync } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { ContextMenu, MenuAction, MenuLink } from '#desktop/renderer/components/context-menu.tsx'
import type { AlertLine } from '#desktop/renderer/features/chart/model/alert-lines.ts'
import { useTexts, useUser } from '#desktop/renderer/platform/services.ts'
import { chartAlertTexts } from '#shared/i18n/screens/chart-alerts.ts'
import { levelTexts } from '#shared/i18n/screens/levels.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { areLevelsNear } from '#shared/rules/price-level.ts'
import type { MenuPoint } from './alert-menu-gestures.ts'

interface AlertMenuProps {
  point: MenuPoint
  /** The line at the point, if any. */
  line: AlertLine | null
  priceText: (price: string) => string
  /** Null for a guest of a browser. */
  actions: { add: (price: string) => void; remove: (line: AlertLine) => void } | null
  onClose: () => void
}

/** The menu of the plot: an alert at the price of the point, the removal of the one there, and the list. */
export function AlertMenu({ point, line, priceText, actions, onClose }: AlertMenuProps) {
  const t = useTexts(chartAlertTexts)
  const levelText = useTexts(levelTexts)
  const isUser = useUser() !== null
  const { pathname, search } = useLocation()
  const select = (act: () => void) => () => {
    // The focus returns before the action, which may remove what had it.
    flushSync(onClose)
    act()
  }
  return (
    <ContextMenu label={t('alert.menu')} at={point} onClose={onClose}>
      {actions && !(line && areLevelsNear(line.price, point.price)) && (
        <MenuAction onSelect={select(() => actions.add(point.price))}>
          {t('alert.add', { price: priceText(point.price) })}
        </MenuAction>
      )}
      {actions && line && (
        <MenuAction onSelect={select(() => actions.remove(line))}>
          {levelText('level.remove', { price: priceText(line.price) })}
        </MenuAction>
      )}
      {isUser && (
        <MenuLink to={PATHS.alerts} onSelect={onClose}>
          {t('alert.all')}
        </MenuLink>
      )}
      {!actions && (
        <MenuLink to={PATHS.login} from={pathname + search} onSelect={onClose}>
          {t('alert.signIn')}
        </MenuLink>
      )}
    </ContextMenu>
  )
}
