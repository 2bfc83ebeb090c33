@NullMarked
package org.gridtorrent.metainfo.address;

import org.jspecify.annotations.NullMarked;
