/** What the pages by which one publishes show. */
@NullMarked
package org.gridtorrent.ccm.view.publish;

import org.jspecify.annotations.NullMarked;
