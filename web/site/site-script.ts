import { bringToLife } from './bring-to-life.ts'

// The whole script of a public page. scripts/finish-build.ts bundles it and puts it into the static pages.
bringToLife(document)
