#import "Imaging.h"
#import "../Kit/Kit.h"

@implementation ImagingLayout
- (CGRect)fit:(CGSize)size into:(CGRect)bounds scale:(double)scale {
    double factor = bounds.size.width / size.width;
    if (size.height * factor > bounds.size.height)
        factor = bounds.size.height / size.height;
    factor *= scale;
    return CGRectMake(bounds.origin.x, bounds.origin.y, size.width * factor, size.height * factor);
}
- (CGFloat)aspect:(CGRect)rect { return rect.size.width / rect.size.height; }
@end

@implementation ImagingDecoder
- (ImagingPixel)blend:(ImagingPixel)over with:(ImagingPixel)under alpha:(float)alpha {
    float rest = 1 - alpha;
    ImagingPixel pixel = {over.r * alpha + under.r * rest, over.g * alpha + under.g * rest,
                          over.b * alpha + under.b * rest};
    return pixel;
}
- (float)luma:(ImagingPixel)pixel { return .299f * pixel.r + .587f * pixel.g + .114f * pixel.b; }
- (double)decode:(NSString *)name rows:(unsigned)rows {
    ImagingPixel pixel = {1, .5f, .25f}, white = {1, 1, 1};
    double sum = [name length];
    for (unsigned row = 0, all = KitRounds("Imaging.rows", rows); row < all; row++) {
        pixel = [self blend:pixel with:white alpha:.9f];
        sum += [self luma:pixel];
    }
    KitWork("Imaging.decode", 400);
    return sum;
}
@end
