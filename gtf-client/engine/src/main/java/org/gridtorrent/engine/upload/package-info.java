@NullMarked
package org.gridtorrent.engine.upload;

import org.jspecify.annotations.NullMarked;
