import { Link } from 'react-router'

/** A quiet link below a list, to a screen about its rows that is not in the sidebar. */
export const ListFoot = ({ to, children }: { to: string; children: string }) => (
  <p className="-mt-3 text-right text-sm print:hidden">
    <Link to={to} className="text-ink-soft underline underline-offset-2 hover:text-ink">
      {children}
    </Link>
  </p>
)
