import type { ComponentProps } from 'react'

const looks = {
  signal: 'button-signal',
  outline: 'button-outline',
  light: 'button-light',
} as const

type Look = keyof typeof looks

/** A link that looks like a button. A plain <a>, since public pages are documents and not app screens. */
export function ButtonLink({ look = 'signal', className = '', ...props }: ComponentProps<'a'> & { look?: Look }) {
  return <a className={`button ${looks[look]} ${className}`} {...props} />
}
