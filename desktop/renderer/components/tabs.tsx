import { Link } from 'react-router-dom'
import styles from './tabs.module.css'

interface TabsProps {
  label: string
  tabs: readonly { path: string; text: string; isSelected: boolean }[]
  /** Whether the selected tab is the page itself, rather than a section that the page belongs to. */
  isPage: boolean
}

/** Links between the sections of a screen, at the lower edge of its head. */
export function Tabs({ label, tabs, isPage }: TabsProps) {
  const current = isPage ? 'page' : 'true'
  return (
    <nav className={styles.nav} aria-label={label}>
      <ul className={styles.tabs}>
        {tabs.map(({ path, text, isSelected }) => (
          <li key={path}>
            <Link to={path} aria-current={isSelected ? current : undefined}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
