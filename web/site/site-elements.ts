// The custom elements of the public pages; each registers itself when imported.
import './contact/contact-form-element.ts'
import './home/testimonial-carousel-element.ts'
import './layout/current-year-element.ts'
import './layout/site-header-element.ts'
import './layout/site-menu-element.ts'
import './pricing/plan-tabs-element.ts'
