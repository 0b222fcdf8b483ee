import './site-elements.ts'
import { startPage } from './start-page.ts'

// The whole script of a public page. scripts/finish-build.ts bundles it into the static pages.
startPage()
