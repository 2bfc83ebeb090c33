/** What a page shows: the words, the numbers as people read them, and the templates' frame. */
@NullMarked
package org.gridtorrent.ccm.view;

import org.jspecify.annotations.NullMarked;
