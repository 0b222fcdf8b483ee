import { slot } from '../../lib/slot.ts'
import { Logo } from '../../ui/logo.tsx'
import { IfFact } from '../facts/fact-markup.tsx'

/** The agency's logo, or the default mark. Hidden from screen readers, since the name is beside it. */
export const SiteLogo = ({ className }: { className: string }) => (
  <IfFact by="logo" otherwise={<Logo className={`${className} shrink-0`} />}>
    {/* React would have the browser fetch a picture in advance that may not be there, but for one of several. */}
    <picture>
      <img
        className={`${className} shrink-0 rounded-md object-contain`}
        src={slot('logo')}
        alt=""
        width="40"
        height="40"
      />
    </picture>
  </IfFact>
)
