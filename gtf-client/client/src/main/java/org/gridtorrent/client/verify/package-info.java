/** Data on disk against its metainfo. */
@NullMarked
package org.gridtorrent.client.verify;

import org.jspecify.annotations.NullMarked;
