import { Fragment, useId } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from '#desktop/renderer/components/button.tsx'
import { Dialog } from '#desktop/renderer/components/dialog.tsx'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { ServicesProvider } from '#desktop/renderer/platform/services-provider.tsx'
import { shortcutTexts } from '#shared/i18n/screens/shortcuts.ts'
import type { Keyboard } from './match-keys.ts'
import { detectKeyboard } from './match-keys.ts'
import styles from './shortcut-sheet.module.css'
import { SCOPES, SHORTCUTS, type Shortcut } from './shortcut-table.ts'

/** The keys that are held with the key of a shortcut, as they are labeled on this system. */
function heldKeys(modifier: Shortcut['modifier'], keyboard: Keyboard): readonly string[] {
  if (modifier === 'command') return [keyboard.isMac ? '⌘' : 'Ctrl']
  if (modifier !== 'direction') return []
  return [keyboard.isMac ? '⌥' : 'Alt', ...(keyboard.areAltDigitsTaken ? ['Shift'] : [])]
}

/** All keyboard shortcuts by the place where they work. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const t = useTexts(shortcutTexts)
  const { platform } = useServices()
  const keyboard = detectKeyboard(platform.desktop !== null)
  const titleId = useId()
  return (
    <Dialog labelledBy={titleId} onClose={onClose}>
      <div className={styles.sheet}>
        <h2
          id={titleId}
          className={styles.title}
          tabIndex={-1}
          // Focused on opening, so that a small window shows the top and not the button.
          ref={(title) => title?.setAttribute('autofocus', '')}
        >
          {t('shortcuts.title')}
        </h2>
        <div className={styles.groups}>
          {SCOPES.map((scope) => (
            <section key={scope} className={styles.group} aria-labelledby={titleId + scope}>
              <h3 id={titleId + scope}>{t(`scope.${scope}`)}</h3>
              <dl>
                {SHORTCUTS.filter((shortcut) => shortcut.scope === scope).map((shortcut) => (
                  <div key={shortcut.id} className={styles.line}>
                    <dt>{t(`shortcut.${shortcut.id}`)}</dt>
                    <dd>
                      <Keys shortcut={shortcut} keyboard={keyboard} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <p className={styles.note}>{t('shortcuts.note')}</p>
        <div className={styles.buttons}>
          <Button kind="primary" onClick={onClose}>
            {t('shortcuts.close')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** `G` then `H`, or `Alt` + `1`…`4`. */
function Keys({ shortcut, keyboard }: { shortcut: Shortcut; keyboard: Keyboard }) {
  const t = useTexts(shortcutTexts)
  const { prefix, modifier, keys } = shortcut
  const label = (key: string) => (key.length === 1 ? key.toUpperCase() : key)
  const last = keys.at(-1)
  return (
    <>
      {prefix && (
        <>
          <kbd>{label(prefix)}</kbd> {t('shortcuts.then')}{' '}
        </>
      )}
      {heldKeys(modifier, keyboard).map((key) => (
        <Fragment key={key}>
          <kbd>{key}</kbd> +{' '}
        </Fragment>
      ))}
      <kbd>{label(keys[0])}</kbd>
      {last !== undefined && last !== keys[0] && (
        <>
          {' – '}
          <kbd>{label(last)}</kbd>
        </>
      )}
    </>
  )
}

/** Shows the sheet in a root of its own: the layout, which home loads at once, does not know it. */
export function openSheet(services: Services, onClosed: () => void): void {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const close = () => {
    root.unmount()
    container.remove()
    onClosed()
  }
  root.render(
    <ServicesProvider services={services}>
      <ShortcutSheet onClose={close} />
    </ServicesProvider>,
  )
}
