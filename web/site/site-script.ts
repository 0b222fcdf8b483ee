import './site-elements.ts'
import { startPageBehaviours } from './page-behaviours.ts'

// The whole script of a public page. scripts/finish-build.ts bundles it into the static pages.
startPageBehaviours()
