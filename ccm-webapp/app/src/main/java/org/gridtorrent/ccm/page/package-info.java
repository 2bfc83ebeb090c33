/** The pages, one class for each subject. */
@NullMarked
package org.gridtorrent.ccm.page;

import org.jspecify.annotations.NullMarked;
