/** Data sets' files as pages show them, out of their metainfo. */
@NullMarked
package org.gridtorrent.ccm.files;

import org.jspecify.annotations.NullMarked;
