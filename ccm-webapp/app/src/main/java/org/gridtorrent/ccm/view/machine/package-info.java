/** What the page of one machine shows. */
@NullMarked
package org.gridtorrent.ccm.view.machine;

import org.jspecify.annotations.NullMarked;
