// What UIKit's files know of each other.
#pragma once
#include <UIKit/UIKit.h>
#include <phone/system.h>

@interface UIViewController () {
    @public
    UIView *_view;
    UIViewController *_parent;
    NSMutableArray *_children;
    int _appearance; // 0 gone, 1 will appear, 2 appeared
}
@end
// The life cycle's two halves: what happens at once, and what with the next commit.
void phone_begin_appearing(UIViewController *, bool animated);
void phone_begin_disappearing(UIViewController *, bool animated);
// The controllers inside a container that appear with it.
NSArray *phone_visible_children(UIViewController *);
void phone_commit(void); // CoreAnimation's: layout, then what waits for the frame
