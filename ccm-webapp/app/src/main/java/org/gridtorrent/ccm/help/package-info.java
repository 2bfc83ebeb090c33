/**
 * The site's help: the user guide, the operator guide and the reference, which the build takes from
 * {@code docs/}. Each document is rendered from Markdown when it is first asked for.
 */
@NullMarked
package org.gridtorrent.ccm.help;

import org.jspecify.annotations.NullMarked;
