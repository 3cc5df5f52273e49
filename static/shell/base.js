/** What every page does. */

import "./site/nav.js";
import "./site/keys.js";
import "./site/deadline.js";
import "./site/forms.js";
import "./site/live.js";
import "./site/signedout.js";
import "./site/wish.js";
import "./site/zone.js";
